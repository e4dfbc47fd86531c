import type { EmailProvider } from '../../../providers/kinds/email.js'
import { backgroundWork } from '../../core/background-work.js'
import { asError } from '../../core/base/as-error.js'
import type { Identity, RemovedLogins } from '../../core/login/identity.js'
import type { App, Exchange } from '../../core/object-lifetimes.js'
import { languageChoice } from '../pages/language-choice.js'
import { filledText, wordsOf } from '../pages/words.js'
import { sendByProvider, type WrittenMail } from './mail-delivery.js'
import { mailSite, renderMail } from './mail-document.js'
import { DEFAULT_MAX_AGE_SECONDS } from './sign-in-link.js'

export function mailRemovedLogins(
  provider: EmailProvider<string>,
  identity: Identity,
  app: App,
  exchange: Exchange,
): void {
  const send = (mail: WrittenMail): Promise<void> => sendByProvider(provider, mail, [], app, exchange)
  mailRemoval(identity, send, app, exchange)
}

/**
 * Sends a mail about removed logins to the user. The response does not wait for the mail, and an error must
 * not prevent the sign-in.
 */
export function mailRemoval(
  { claim, verifiedEmail }: Identity,
  send: (mail: WrittenMail) => Promise<void>,
  app: App,
  exchange: Exchange,
): void {
  const removed = claim.kind === 'address' ? claim.earlierLogins?.removed : undefined
  if (!removed || (removed.providers.length === 0 && !removed.password)) return
  const sending = async (): Promise<void> => send(removalMail(verifiedEmail ?? '', removed, app, exchange))
  app.host.get(backgroundWork).run(sending().catch((error: unknown) => app.logger.error(asError(error))))
}

function removalMail(
  address: string,
  { providers, password }: RemovedLogins,
  { basePath, spec: { options }, clock, logger }: App,
  { origin, request }: Exchange,
): WrittenMail {
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
  const expires = new Date(clock() + DEFAULT_MAX_AGE_SECONDS * 1000)
  return { purpose: 'loginsRemoved', address, url, token: '', expires, mail }
}
