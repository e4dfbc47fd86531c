import type { FormTexts } from '../../../options/language.js'

/** The English sentences of e-mail, passkeys and passwords. */
export const englishOfForms: FormTexts = {
  'signIn.email': 'Email',
  'signIn.emailExample': 'you@example.com',
  'signIn.emailLink': 'Email me a sign-in link',
  'signIn.showPassword': 'Show password',

  'passkey.add': 'Add {provider} to your account',
  'passkey.signUp': 'Create an account with {provider}',
  'passkey.unsupported': 'Passkeys need JavaScript, and a browser that knows them.',
  'passkey.exists': 'There is a passkey for this account here already.',
  'passkey.cancelled': 'It was cancelled, or took too long. Try again, or use another method.',
  'passkey.wrongAddress': 'Passkeys do not work at this address.',
  'passkey.failed': 'That did not work. Try again, or use another method.',

  'checkEmail.title': 'Check your email',
  'checkEmail.sent': 'A sign-in link is on its way to you.',
  'checkEmail.sentTo': 'A sign-in link is on its way to {address}.',
  'checkEmail.open': 'Open it on this device to finish signing in.',
  'checkEmail.openOrCode': 'Open it on this device, or enter the code from it.',
  'checkEmail.code': 'Code',
  'checkEmail.spam': 'Nothing there after a few minutes? Look in your spam folder.',

  'confirm.title': 'Confirm sign-in',
  'confirm.lead': 'Sign in to {site} as {address}?',
  'confirm.notYou': 'This link was requested in another browser. If that was not you, close this page.',

  'mail.subject': 'Sign in to {site}',
  'mail.preview': 'One click and you are in. Valid for {time}.',
  'mail.previewCode': 'One click, or a code, and you are in. Valid for {time}.',
  'mail.press': 'Press the button to sign in. It works once, for {time}.',
  'mail.open': 'Open this link to sign in:',
  'mail.code': 'Or enter this code on the page where you requested this email:',
  'mail.valid': 'Valid for {time}, once.',
  'mail.lessThanAMinute': 'less than a minute',
  'mail.ignore': 'If you did not request this email, ignore it: nothing happens until the link is opened.',
  'mail.secret': 'Never pass on the link.',
  'mail.secretCode': 'Never pass on the link or the code.',

  'error.AccountNotLinked.title': 'Sign in the way you did before',
  'error.AccountNotLinked.message':
    'This passkey or email address belongs to another account. Use the method you signed up with.',
  'error.AccountNotLinked.retry': 'Choose another method',
  'error.CredentialsSignin.title': 'Those details are not right',
  'error.CredentialsSignin.message': 'Check what you entered, then try again.',
  'error.EmailSignInError.title': 'The email could not be sent',
  'error.EmailSignInError.message':
    'Check the address, then try again in a few minutes, or use another method.',
  'error.InvalidCode.title': 'That code is not right',
  'error.InvalidCode.message': 'Check the newest email. After six tries only the link in it works.',
  'error.InvalidEmailAddress.title': 'That is not an email address',
  'error.InvalidEmailAddress.message': 'Check what you entered, then try again.',
  'error.RateLimited.title': 'Too many attempts',
  'error.RateLimited.message': 'Wait a few minutes, then try again.',
  'error.Verification.title': 'This link no longer works',
  'error.Verification.message': 'It expired or was already used. Sign in again to get a new one.',
  'error.Verification.retry': 'Get a new link',
  'error.WebAuthnVerificationError.title': 'Your passkey could not be verified',
  'error.WebAuthnVerificationError.message': 'Try again, or use another method.',
}
