/** Types for the part of `oidc-provider` that this example uses. The package has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

  interface Interaction {
    uid: string
    prompt: {
      name: string
      details: { missingOIDCScope?: string[]; missingOIDCClaims?: string[] }
    }
    params: { client_id: string }
    session?: { accountId?: string }
  }

  interface Grant {
    addOIDCScope(scope: string): void
    addOIDCClaims(claims: readonly string[]): void
    save(): Promise<string>
  }

  interface Context {
    path: string
    status: number
    type: string
    body: string | undefined
    set(headers: Record<string, string>): void
    oidc: { result?: { login?: object; consent?: { grantId?: string } } }
  }

  class Check {
    constructor(reason: string, description: string, check: (context: Context) => boolean)
  }

  const interactionPolicy: {
    Check: typeof Check
    base(): { get(prompt: string): { checks: { add(check: Check): void } } }
  }

  class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    readonly Grant: {
      new (owner: { accountId: string; clientId: string }): Grant
      find(grantId: string): Promise<Grant | undefined>
    }
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void
    callback(): RequestListener
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options?: { mergeWithLastSubmission: boolean },
    ): Promise<void>
  }

  export { type Context, type Interaction, interactionPolicy, Provider }
}
