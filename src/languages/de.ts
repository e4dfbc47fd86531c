import type { CompleteLanguage } from '../options/language.js'

/** German. */
export const de: CompleteLanguage = {
  tag: 'de',
  texts: {
    'page.back': 'Zurück zu {site}',
    'page.backToStart': 'Zurück zur Startseite',
    'page.reference': 'Referenz: {code}',
    'page.terms': 'Nutzungsbedingungen',
    'page.privacy': 'Datenschutz',

    'signIn.title': 'Anmelden',
    'signIn.lead': 'weiter zu {site}',
    'signIn.button': 'Anmelden',
    'signIn.remember': 'Angemeldet bleiben',
    'signIn.lastUsed': 'Zuletzt verwendet',
    'signIn.with': 'Mit {provider} anmelden',
    'signIn.or': 'oder',
    'signIn.email': 'E-Mail',
    'signIn.emailExample': 'name@beispiel.de',
    'signIn.emailLink': 'Anmeldelink per E-Mail senden',
    'signIn.showPassword': 'Passwort anzeigen',
    'signIn.newHere': 'Neu hier?',
    'signIn.signUp': 'Konto erstellen',

    'passkey.add': '{provider} zum Konto hinzufügen',
    'passkey.signUp': 'Konto mit {provider} erstellen',
    'passkey.unsupported': 'Passkeys brauchen JavaScript und einen Browser, der sie kennt.',
    'passkey.exists': 'Für dieses Konto gibt es hier bereits einen Passkey.',
    'passkey.cancelled':
      'Der Vorgang wurde abgebrochen oder dauerte zu lange. Versuche es erneut oder melde dich anders an.',
    'passkey.wrongAddress': 'Passkeys funktionieren unter dieser Adresse nicht.',
    'passkey.failed': 'Das hat nicht geklappt. Versuche es erneut oder melde dich anders an.',

    'signOut.title': 'Abmelden?',
    'signOut.lead': 'Du kannst dich jederzeit wieder bei {site} anmelden.',
    'signOut.button': 'Abmelden',
    'signOut.stay': 'Angemeldet bleiben',

    'account.title': 'Dein Konto',
    'account.sessions': 'Wo du angemeldet bist',
    'account.thisDevice': 'Dieses Gerät',
    'account.unknownDevice': 'Unbekanntes Gerät',
    'account.lastUsed': 'Zuletzt benutzt: {time}',
    'account.signOutElsewhere': 'Überall sonst abmelden',
    'account.signOutEverywhere': 'Überall abmelden',
    'account.accounts': 'Verbundene Konten',
    'account.none': 'Noch keine',
    'account.connect': '{provider} verbinden',
    'account.disconnect': 'Trennen',
    'account.onlyMethod': 'Deine einzige Anmeldemöglichkeit',
    'account.passkeys': 'Passkeys',
    'account.passkey': 'Passkey',
    'account.passkeyName': 'Name des Passkeys',
    'account.rename': 'Umbenennen',
    'account.remove': 'Entfernen',
    'account.addPasskey': 'Passkey hinzufügen',
    'account.result.unlinked': 'Das Konto ist getrennt.',
    'account.result.passkeyRemoved': 'Der Passkey ist entfernt.',
    'account.result.passkeyRenamed': 'Der Passkey ist umbenannt.',
    'account.result.sessionEnded': 'Das Gerät ist abgemeldet.',
    'account.result.sessionsEnded': 'Alle anderen Geräte sind abgemeldet.',
    'account.result.notFound': 'Das war schon weg.',
    'account.result.lastSignInMethod':
      'Das ist deine einzige Anmeldemöglichkeit und bleibt daher. Füge zuerst eine andere hinzu.',
    'account.result.linked': 'Das Konto ist verbunden.',
    'account.result.alreadyLinked': 'Das Konto war schon verbunden.',
    'account.result.otherUser': 'Dieses Konto hat bereits ein anderer Benutzer verbunden.',

    'checkEmail.title': 'Sieh in dein Postfach',
    'checkEmail.sent': 'Ein Anmeldelink ist zu dir unterwegs.',
    'checkEmail.sentTo': 'Ein Anmeldelink ist unterwegs an {address}.',
    'checkEmail.open': 'Öffne ihn auf diesem Gerät, um die Anmeldung abzuschließen.',
    'checkEmail.openOrCode': 'Öffne ihn auf diesem Gerät oder gib den Code aus der E-Mail ein.',
    'checkEmail.code': 'Code',
    'checkEmail.spam': 'Nach ein paar Minuten noch nichts da? Sieh im Spam-Ordner nach.',

    'confirm.title': 'Anmeldung bestätigen',
    'confirm.lead': 'Bei {site} als {address} anmelden?',
    'confirm.notYou':
      'Dieser Link wurde in einem anderen Browser angefordert. Wenn du das nicht warst, schließe diese Seite.',

    'mail.subject': 'Bei {site} anmelden',
    'mail.preview': 'Ein Klick, und du bist angemeldet. Gültigkeit: {time}.',
    'mail.previewCode': 'Ein Klick oder ein Code, und du bist angemeldet. Gültigkeit: {time}.',
    'mail.press': 'Mit der Schaltfläche meldest du dich an. Sie funktioniert einmal. Gültigkeit: {time}.',
    'mail.open': 'Öffne diesen Link, um dich anzumelden:',
    'mail.code': 'Oder gib diesen Code auf der Seite ein, auf der du diese E-Mail angefordert hast:',
    'mail.valid': 'Einmal verwendbar. Gültigkeit: {time}.',
    'mail.lessThanAMinute': 'weniger als eine Minute',
    'mail.ignore':
      'Wenn du diese E-Mail nicht angefordert hast, ignoriere sie: Ohne den Link zu öffnen, passiert nichts.',
    'mail.secret': 'Gib den Link niemals weiter.',
    'mail.secretCode': 'Gib weder den Link noch den Code weiter.',

    'error.title': 'Die Anmeldung hat nicht geklappt',
    'error.message': 'Versuche es erneut oder melde dich anders an.',
    'error.retry': 'Erneut versuchen',
    'error.AccessDenied.title': 'Zugriff verweigert',
    'error.AccessDenied.message':
      'Dieses Konto darf sich hier nicht anmelden. Verwende ein anderes Konto oder bitte den Betreiber der Website um Zugang.',
    'error.AccessDenied.retry': 'Anderes Konto verwenden',
    'error.AccountNotLinked.title': 'Melde dich an wie zuvor',
    'error.AccountNotLinked.message':
      'Dieser Passkey oder diese E-Mail-Adresse gehört zu einem anderen Konto. Melde dich so an wie bei deiner Registrierung.',
    'error.AccountNotLinked.retry': 'Anders anmelden',
    'error.Configuration.title': 'Bei uns ist etwas schiefgelaufen',
    'error.Configuration.message':
      'Das konnten wir nicht abschließen. Versuche es später erneut. Wenn dies deine Website ist, steht der Grund im Log.',
    'error.CredentialsSignin.title': 'Diese Angaben stimmen nicht',
    'error.CredentialsSignin.message': 'Prüfe deine Eingaben und versuche es erneut.',
    'error.EmailSignInError.title': 'Die E-Mail konnte nicht gesendet werden',
    'error.EmailSignInError.message':
      'Prüfe die Adresse und versuche es in ein paar Minuten erneut, oder melde dich anders an.',
    'error.InvalidCheck.title': 'Diese Anmeldung ist nicht mehr gültig',
    'error.InvalidCheck.message':
      'Sie ist abgelaufen oder wurde schon verwendet. Beginne von vorn und bleibe dabei im selben Browser.',
    'error.InvalidCheck.retry': 'Von vorn beginnen',
    'error.InvalidCode.title': 'Dieser Code stimmt nicht',
    'error.InvalidCode.message':
      'Sieh in die neueste E-Mail. Nach sechs Versuchen funktioniert nur noch der Link darin.',
    'error.InvalidEmailAddress.title': 'Das ist keine E-Mail-Adresse',
    'error.InvalidEmailAddress.message': 'Prüfe deine Eingabe und versuche es erneut.',
    'error.InvalidRequest.title': 'Die Anfrage war unvollständig',
    'error.InvalidRequest.message':
      'Die Anfrage konnte nicht gelesen werden, daher ist nichts geschehen. Geh zurück und versuche es erneut.',
    'error.MissingCSRF.title': 'Diese Seite war zu lange geöffnet',
    'error.MissingCSRF.message':
      'Zu deiner Sicherheit ist nichts geschehen. Erlaube Cookies für diese Website und sende das Formular erneut.',
    'error.NotFound.title': 'Hier gibt es nichts',
    'error.NotFound.message': 'Die Adresse ist vielleicht falsch geschrieben oder veraltet.',
    'error.NotFound.retry': 'Anmelden',
    'error.OAuthAccountNotLinked.title': 'Melde dich an wie zuvor',
    'error.OAuthAccountNotLinked.message':
      'Zu dieser E-Mail-Adresse gibt es schon ein Konto. Melde dich so an wie bei deiner Registrierung.',
    'error.OAuthAccountNotLinked.retry': 'Anders anmelden',
    'error.OAuthCallbackError.title': 'Die Anmeldung wurde nicht abgeschlossen',
    'error.OAuthCallbackError.message':
      'Sie wurde abgebrochen oder abgelehnt. Versuche es erneut oder verwende ein anderes Konto.',
    'error.OAuthSignInError.title': 'Die Anmeldung konnte nicht beginnen',
    'error.OAuthSignInError.message': 'Versuche es in ein paar Minuten erneut oder melde dich anders an.',
    'error.OAuthUnavailable.title': 'Der Anmeldedienst hat nicht geantwortet',
    'error.OAuthUnavailable.message':
      'Die Störung liegt beim Anbieter. Versuche es in ein paar Minuten erneut oder melde dich anders an.',
    'error.RateLimited.title': 'Zu viele Versuche',
    'error.RateLimited.message': 'Warte ein paar Minuten und versuche es dann erneut.',
    'error.ReauthenticationRequired.title': 'Melde dich erneut an, um fortzufahren',
    'error.ReauthenticationRequired.message':
      'Zu deiner Sicherheit ist dafür eine frische Anmeldung nötig. Danach kommst du hierher zurück.',
    'error.ReauthenticationRequired.retry': 'Anmelden',
    'error.SessionRequired.title': 'Bitte melde dich an',
    'error.SessionRequired.message': 'Diese Seite ist nur für angemeldete Benutzer.',
    'error.SessionRequired.retry': 'Anmelden',
    'error.SignOutError.title': 'Du bist noch angemeldet',
    'error.SignOutError.message':
      'Das Abmelden hat nicht geklappt, du bist hier also noch angemeldet. Versuche es gleich noch einmal.',
    'error.SignOutError.retry': 'Abmelden',
    'error.Unavailable.title': 'Bitte versuche es gleich noch einmal',
    'error.Unavailable.message':
      'Die Anmeldung konnte gerade nicht geprüft werden, daher ist nichts geschehen. Warte kurz und versuche es erneut.',
    'error.UntrustedHost.title': 'Diese Adresse gehört nicht zur Website',
    'error.UntrustedHost.message':
      'Prüfe die Adresse. Wenn dies deine Website ist, steht im Log, was einzustellen ist.',
    'error.Verification.title': 'Dieser Link funktioniert nicht mehr',
    'error.Verification.message':
      'Er ist abgelaufen oder wurde schon verwendet. Melde dich erneut an, um einen neuen zu erhalten.',
    'error.Verification.retry': 'Neuen Link anfordern',
    'error.WebAuthnVerificationError.title': 'Dein Passkey konnte nicht bestätigt werden',
    'error.WebAuthnVerificationError.message': 'Versuche es erneut oder melde dich anders an.',
  },
}
