import { EmailSignInError, InvalidEmailAddress } from '../../errors.js'
import type { EmailProvider } from '../../providers/kinds/email.js'
import { type MailRequest, requestMail } from '../flows/email/request-mail.js'
import { textParam } from '../http/params.js'
import { type RouteResult, redirect } from '../http/result.js'
import type { RouteContext } from './route-context.js'

/** `POST /signin/:provider` of an e-mail provider: has a mail with a sign-in link sent. */
export async function emailSignIn(
  provider: EmailProvider,
  { callbackUrl, data }: Pick<MailRequest, 'callbackUrl' | 'data'>,
  { instance, exchange }: RouteContext,
): Promise<RouteResult> {
  const typed = textParam(exchange.body, 'email')
  try {
    return redirect(await requestMail(provider, { typed, callbackUrl, data }, instance, exchange))
  } catch (error) {
    // The page that follows shows the address again; the response to what is no address is such a page itself.
    const follows = error instanceof EmailSignInError && !(error instanceof InvalidEmailAddress)
    if (follows && typed !== undefined && !instance.spec.pages.signIn) {
      const cookie = await exchange.context.failedForm()
      await cookie.keep({ providerId: provider.id, typed: { email: typed } }, exchange)
    }
    throw error
  }
}
