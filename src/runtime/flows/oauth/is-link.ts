/** Whether a form, a JSON body or a call asks to link an account to the signed-in user. */
export function isLink(value: unknown): boolean {
  return value === true || value === 'true'
}
