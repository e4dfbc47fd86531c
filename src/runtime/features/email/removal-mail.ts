import type { EmailProvider, SignInMail } from '../../../providers/kinds/email.js'
import { backgroundWork } from '../../core/background-work.js'
import { asError } from '../../core/base/as-error.js'
import type { App, Exchange } from '../../core/lifetimes.js'
import type { Identity, RemovedLogins } from '../../core/login/identity.js'
import { languageChoice } from '../pages/language-choice.js'
import { filledText, wordsOf } from '../pages/words.js'
import { mailSite, renderMail } from './mail-document.js'
import { sendByProvider } from './sign-in-mail.js'

export interface RemovalMail {
  readonly url: string
  readonly mail: SignInMail
}

export function mailRemovedLogins(
  provider: EmailProvider<string>,
  identity: Identity,
  app: App,
  exchange: Exchange,
): void {
  const address = identity.verifiedEmail ?? ''
  const expires = new Date(app.clock())
  const send = (mail: RemovalMail): Promise<void> =>
    sendByProvider(
      provider,
      { purpose: 'loginsRemoved', address, token: '', expires, ...mail },
      [],
      app,
      exchange,
    )
  mailRemoval(identity, send, app, exchange)
}

/**
 * The response does not wait for the mail. An error is only logged, because it must not prevent the sign-in.
 */
export function mailRemoval(
  { claim }: Identity,
  send: (mail: RemovalMail) => Promise<void>,
  app: App,
  exchange: Exchange,
): void {
  const removed = claim.kind === 'address' ? claim.earlierLogins?.removed : undefined
  if (!removed || (removed.providers.length === 0 && !removed.password)) return
  const sending = async (): Promise<void> => send(removalMail(removed, app, exchange))
  app.host.get(backgroundWork).run(sending().catch((error: unknown) => app.logger.error(asError(error))))
}

function removalMail(
  { providers, password }: RemovedLogins,
  { basePath, spec: { options }, logger }: App,
  { origin, request }: Exchange,
): RemovalMail {
  const { theme = {} } = options
  const words = wordsOf(languageChoice(options, request, logger))
  const { texts } = words
  const passwords = password ? [texts['confirm.earlier.password']] : []
  const methods = [...providers, ...passwords, texts['confirm.earlier.sessions']].join(', ')
  const url = `${origin}${basePath}/signin`
  const mail = renderMail({
    subject: texts['mail.removed.subject'],
    site: mailSite(theme, new URL(origin).host),
    lead: filledText(texts['mail.removed.lead'], { methods }),
    button: texts['signIn.button'],
    url,
    footer: texts['mail.removed.notYou'],
    theme,
    words,
  })
  return { url, mail }
}
