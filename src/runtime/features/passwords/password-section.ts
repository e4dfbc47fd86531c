import { minLengthOf } from '../../../model/password-length.js'
import { refusalText } from '../../../options/language.js'
import type { CredentialField } from '../../../providers/kinds/credentials.js'
import type { PasswordProvider } from '../../../providers/kinds/password.js'
import type { AccountForm, AccountMessage, AccountSection } from '../../core/account-section.js'
import type { AccountContext } from '../../core/feature.js'
import { textParam } from '../../core/http/params.js'
import { signInAddress } from '../../core/login/email-address.js'
import { countMethods, storedMethods } from '../accounts/user-sign-in-methods.js'
import { pageSite } from '../pages/page-site.js'
import { filledText, type Words, wordsOf } from '../pages/words.js'
import { passwordProviderOf } from './configured-provider.js'
import { RESULT_PARAMETER } from './password-route.js'
import { passwordAdapter, storedPassword } from './password-rows.js'

export async function passwordSection({
  app,
  exchange,
  userId,
}: AccountContext): Promise<AccountSection | undefined> {
  const user = await passwordAdapter(app).getUser(userId)
  // Without an e-mail address, the user cannot sign in with a password.
  const address = user ? signInAddress(user) : undefined
  if (!user || address === undefined) return undefined
  const provider = passwordProviderOf(app)
  const words = wordsOf(pageSite(app, exchange).language)
  const { texts } = words
  const minLength = minLengthOf(provider)
  const stored = await storedPassword(user, app)
  const result = textParam(exchange.query, RESULT_PARAMETER)
  const action = `${exchange.origin}${app.basePath}/password`
  const form = (
    name: 'set' | 'change' | 'remove',
    inputs: Readonly<Record<string, CredentialField>>,
  ): AccountForm => ({
    label: texts[`account.password.${name}`],
    action,
    fields: { action: name },
    // Password managers store the password under this e-mail address.
    inputs: { username: { type: 'hidden', autocomplete: 'username', value: address }, ...inputs },
    hints: { newPassword: filledText(texts['password.hint'], { count: String(minLength) }) },
  })
  const section = {
    title: texts['password.label'],
    message: messageOf(result, provider, words),
  }
  const currentPassword = passwordField(texts['account.password.current'], 'current-password')
  const newPassword = {
    ...passwordField(texts['password.new'], 'new-password'),
    minlength: minLength,
  }
  if (!stored)
    return {
      ...section,
      items: [],
      empty: texts['account.password.none'],
      forms: [form('set', { newPassword })],
    }
  const isOnlyMethod = (await countMethods(user, await storedMethods(user.id, app), app)) <= 1
  return {
    ...section,
    items: [{ title: address, detail: isOnlyMethod ? texts['account.onlyMethod'] : undefined }],
    forms: [
      form('change', { currentPassword, newPassword }),
      ...(isOnlyMethod ? [] : [form('remove', { currentPassword })]),
    ],
  }
}

function passwordField(label: string, autocomplete: string): CredentialField {
  return { label, type: 'password', autocomplete, required: true }
}

function messageOf(
  result: string | undefined,
  provider: PasswordProvider,
  { texts }: Words,
): AccountMessage | undefined {
  if (result === 'ok') return { text: texts['account.password.saved'], isFailure: false }
  if (result === 'removed') return { text: texts['account.password.removed'], isFailure: false }
  const text = refusalText(result, provider, texts)
  return text === undefined ? undefined : { text, isFailure: true }
}
