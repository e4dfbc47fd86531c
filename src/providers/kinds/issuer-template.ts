/** An issuer that contains the name of a token claim in braces, such as `https://idp.example.com/{tid}`. */
export interface IssuerTemplate {
  readonly before: string
  readonly claim: string
  readonly after: string
}

export function parseIssuerTemplate(text: string): IssuerTemplate | undefined {
  const match = /^(?<before>[^{}]*)\{(?<claim>[\w-]+)\}(?<after>[^{}]*)$/.exec(text)
  return match?.groups as IssuerTemplate | undefined
}
