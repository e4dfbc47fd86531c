/** Throws `TypeError` where the sender of the mails is not configured. */
export function requireFrom(provider: string, { from }: { readonly from?: string | undefined }): void {
  if (!from) throw new TypeError(`${provider}() needs the option \`from\`: whom the mail is from.`)
}
