import type { SiteTexts } from '../../../options/language.js'

/**
 * The English texts that do not depend on the kind of sign-in. The file `english-form-texts.ts` has the other
 * texts.
 */
export const english: SiteTexts = {
  'page.back': 'Back to {site}',
  'page.backToStart': 'Back to the start page',
  'page.reference': 'Reference: {code}',
  'page.terms': 'Terms',
  'page.privacy': 'Privacy',

  'signIn.title': 'Sign in',
  'signIn.lead': 'to continue to {site}',
  'signIn.button': 'Sign in',
  'signIn.remember': 'Stay signed in',
  'signIn.lastUsed': 'Last used',
  'signIn.with': 'Sign in with {provider}',
  'signIn.or': 'or',
  'signIn.signedInAs': 'You are signed in as {user}.',
  'signIn.continue': 'Continue',
  'signIn.otherAccount': 'Use another account',
  'signIn.newHere': 'New here?',
  'signIn.signUp': 'Create an account',

  'signOut.title': 'Sign out?',
  'signOut.lead': 'You can sign in to {site} again at any time.',
  'signOut.button': 'Sign out',
  'signOut.stay': 'Stay signed in',

  'account.title': 'Your account',
  'account.sessions': 'Where you are signed in',
  'account.thisDevice': 'This device',
  'account.unknownDevice': 'Unknown device',
  'account.lastUsed': 'Last used {time}',
  'account.signOutElsewhere': 'Sign out everywhere else',
  'account.signOutEverywhere': 'Sign out everywhere',
  'account.accounts': 'Connected accounts',
  'account.none': 'None yet',
  'account.connect': 'Connect {provider}',
  'account.disconnect': 'Disconnect',
  'account.onlyMethod': 'Your only way to sign in',
  'account.passkeys': 'Passkeys',
  'account.passkey': 'Passkey',
  'account.passkeyName': 'Name of the passkey',
  'account.rename': 'Rename',
  'account.remove': 'Remove',
  'account.addPasskey': 'Add a passkey',
  'account.result.unlinked': 'The account is disconnected.',
  'account.result.passkeyRemoved': 'The passkey is removed.',
  'account.result.passkeyRenamed': 'The passkey is renamed.',
  'account.result.sessionEnded': 'That device is signed out.',
  'account.result.sessionsEnded': 'All other devices are signed out.',
  'account.result.notFound': 'It was already removed.',
  'account.result.lastSignInMethod': 'It is your only way to sign in, so it stays. Add another one first.',
  'account.result.linked': 'The account is connected.',
  'account.result.alreadyLinked': 'The account was connected already.',
  'account.result.otherUser': 'Another user has connected this account.',

  'error.title': 'Sign-in did not work',
  'error.message': 'Try again, or use another method.',
  'error.retry': 'Try again',
  'error.AccessDenied.title': 'Access denied',
  'error.AccessDenied.message':
    'This account may not sign in here. Use another account, or ask the site’s owner for access.',
  'error.AccessDenied.retry': 'Use another account',
  'error.Configuration.title': 'Something went wrong on our side',
  'error.Configuration.message':
    'We could not complete this. Try again later. If this is your site, its log says what happened.',
  'error.InvalidCheck.title': 'This sign-in is no longer valid',
  'error.InvalidCheck.message':
    'It expired or was already used. Start again, and finish in the browser you started in.',
  'error.InvalidCheck.retry': 'Start again',
  'error.InvalidRequest.title': 'The request was incomplete',
  'error.InvalidRequest.message':
    'The request could not be read, so nothing was done. Go back, then try again.',
  'error.MissingCSRF.title': 'The form was not accepted',
  'error.MissingCSRF.message':
    'It was open too long, or came from another site. Allow cookies, then send the form again.',
  'error.NotFound.title': 'There is nothing here',
  'error.NotFound.message': 'The address may be mistyped or out of date.',
  'error.NotFound.retry': 'Sign in',
  'error.OAuthAccountNotLinked.title': 'Sign in the way you did before',
  'error.OAuthAccountNotLinked.message':
    'An account with this email address exists already. Use a method that is linked to it.',
  'error.OAuthAccountNotLinked.retry': 'Choose another method',
  'error.OAuthCallbackError.title': 'Sign-in was not completed',
  'error.OAuthCallbackError.message': 'It was cancelled or refused. Try again, or use another account.',
  'error.OAuthSignInError.title': 'Sign-in could not be started',
  'error.OAuthSignInError.message': 'Try again in a few minutes, or use another method.',
  'error.OAuthUnavailable.title': 'The sign-in service did not respond',
  'error.OAuthUnavailable.message':
    'The trouble is on its side. Try again in a few minutes, or use another method.',
  'error.ReauthenticationRequired.title': 'Sign in again to continue',
  'error.ReauthenticationRequired.message':
    'For your safety, this needs a recent sign-in. Sign in once more, and you come back here.',
  'error.ReauthenticationRequired.retry': 'Sign in',
  'error.SessionRequired.title': 'Please sign in',
  'error.SessionRequired.message': 'You need to be signed in to see that page.',
  'error.SessionRequired.retry': 'Sign in',
  'error.SignOutError.title': 'You are still signed in',
  'error.SignOutError.message':
    'Signing out did not work, so you are still signed in here. Try again in a moment.',
  'error.SignOutError.retry': 'Sign out',
  'error.Unavailable.title': 'Please try again in a moment',
  'error.Unavailable.message':
    'The site could not check this sign-in just now, so nothing was done. Wait a little, then try again.',
  'error.UntrustedHost.title': 'This address does not belong to the site',
  'error.UntrustedHost.message': 'Check the address. If this is your site, its log says what to set.',
}
