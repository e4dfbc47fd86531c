import type { CompleteLanguage } from '../options/language.js'

/** French. */
export const fr: CompleteLanguage = {
  tag: 'fr',
  texts: {
    'page.back': 'Retour à {site}',
    'page.backToStart': 'Retour à l’accueil',
    'page.reference': 'Référence : {code}',
    'page.terms': 'Conditions d’utilisation',
    'page.privacy': 'Confidentialité',

    'signIn.title': 'Connexion',
    'signIn.lead': 'pour continuer vers {site}',
    'signIn.button': 'Se connecter',
    'signIn.remember': 'Rester connecté',
    'signIn.lastUsed': 'Utilisé en dernier',
    'signIn.with': 'Se connecter avec {provider}',
    'signIn.or': 'ou',
    'signIn.email': 'E-mail',
    'signIn.emailExample': 'vous@exemple.fr',
    'signIn.emailLink': 'Recevoir un lien de connexion',
    'signIn.showPassword': 'Afficher le mot de passe',
    'signIn.newHere': 'Pas encore de compte ?',
    'signIn.signUp': 'Créer un compte',

    'passkey.add': 'Ajouter {provider} à votre compte',
    'passkey.signUp': 'Créer un compte avec {provider}',
    'passkey.unsupported':
      'Les clés d’accès nécessitent JavaScript et un navigateur qui les prend en charge.',
    'passkey.exists': 'Une clé d’accès existe déjà ici pour ce compte.',
    'passkey.cancelled':
      'L’opération a été annulée ou a pris trop de temps. Réessayez ou choisissez une autre méthode.',
    'passkey.wrongAddress': 'Les clés d’accès ne fonctionnent pas à cette adresse.',
    'passkey.failed': 'Cela n’a pas fonctionné. Réessayez ou choisissez une autre méthode.',

    'signOut.title': 'Se déconnecter ?',
    'signOut.lead': 'Vous pourrez vous reconnecter à {site} à tout moment.',
    'signOut.button': 'Se déconnecter',
    'signOut.stay': 'Rester connecté',

    'account.title': 'Votre compte',
    'account.sessions': 'Où vous êtes connecté',
    'account.thisDevice': 'Cet appareil',
    'account.unknownDevice': 'Appareil inconnu',
    'account.lastUsed': 'Dernière utilisation : {time}',
    'account.signOutElsewhere': 'Se déconnecter partout ailleurs',
    'account.signOutEverywhere': 'Se déconnecter partout',
    'account.accounts': 'Comptes associés',
    'account.none': 'Aucun pour l’instant',
    'account.connect': 'Associer {provider}',
    'account.disconnect': 'Dissocier',
    'account.onlyMethod': 'Votre seul moyen de connexion',
    'account.passkeys': 'Clés d’accès',
    'account.passkey': 'Clé d’accès',
    'account.passkeyName': 'Nom de la clé d’accès',
    'account.rename': 'Renommer',
    'account.remove': 'Supprimer',
    'account.addPasskey': 'Ajouter une clé d’accès',
    'account.result.unlinked': 'Le compte est dissocié.',
    'account.result.passkeyRemoved': 'La clé d’accès est supprimée.',
    'account.result.passkeyRenamed': 'La clé d’accès est renommée.',
    'account.result.sessionEnded': 'Cet appareil est déconnecté.',
    'account.result.sessionsEnded': 'Tous les autres appareils sont déconnectés.',
    'account.result.notFound': 'Cela n’existait déjà plus.',
    'account.result.lastSignInMethod':
      'C’est votre seul moyen de connexion, il reste donc en place. Ajoutez-en d’abord un autre.',
    'account.result.linked': 'Le compte est associé.',
    'account.result.alreadyLinked': 'Le compte était déjà associé.',
    'account.result.otherUser': 'Un autre utilisateur a associé ce compte.',

    'checkEmail.title': 'Consultez vos e-mails',
    'checkEmail.sent': 'Un lien de connexion vous a été envoyé.',
    'checkEmail.sentTo': 'Un lien de connexion est en route vers {address}.',
    'checkEmail.open': 'Ouvrez-le sur cet appareil pour terminer la connexion.',
    'checkEmail.openOrCode': 'Ouvrez-le sur cet appareil ou saisissez le code qu’il accompagne.',
    'checkEmail.code': 'Code',
    'checkEmail.spam': 'Toujours rien après quelques minutes ? Regardez dans vos indésirables.',

    'confirm.title': 'Confirmer la connexion',
    'confirm.lead': 'Se connecter à {site} en tant que {address} ?',
    'confirm.notYou':
      'Ce lien a été demandé dans un autre navigateur. Si ce n’était pas vous, fermez cette page.',

    'mail.subject': 'Connexion à {site}',
    'mail.preview': 'Un clic et vous êtes connecté. Valable {time}.',
    'mail.previewCode': 'Un clic ou un code, et vous êtes connecté. Valable {time}.',
    'mail.press': 'Appuyez sur le bouton pour vous connecter. Il fonctionne une seule fois, pendant {time}.',
    'mail.open': 'Ouvrez ce lien pour vous connecter :',
    'mail.code': 'Ou saisissez ce code sur la page où vous avez demandé cet e-mail :',
    'mail.valid': 'Valable {time}, une seule fois.',
    'mail.lessThanAMinute': 'moins d’une minute',
    'mail.ignore':
      'Si vous n’avez pas demandé cet e-mail, ignorez-le : rien ne se passe tant que le lien n’est pas ouvert.',
    'mail.secret': 'Ne transmettez jamais le lien.',
    'mail.secretCode': 'Ne transmettez jamais le lien ni le code.',

    'error.title': 'La connexion a échoué',
    'error.message': 'Réessayez ou choisissez une autre méthode.',
    'error.retry': 'Réessayer',
    'error.AccessDenied.title': 'Accès refusé',
    'error.AccessDenied.message':
      'Ce compte ne peut pas se connecter ici. Utilisez un autre compte ou demandez l’accès au responsable du site.',
    'error.AccessDenied.retry': 'Utiliser un autre compte',
    'error.AccountNotLinked.title': 'Connectez-vous comme auparavant',
    'error.AccountNotLinked.message':
      'Cette clé d’accès ou cette adresse e-mail appartient à un autre compte. Utilisez la méthode de votre inscription.',
    'error.AccountNotLinked.retry': 'Choisir une autre méthode',
    'error.Configuration.title': 'Un problème est survenu de notre côté',
    'error.Configuration.message':
      'L’opération n’a pas pu aboutir. Réessayez plus tard. Si c’est votre site, son journal indique la cause.',
    'error.CredentialsSignin.title': 'Ces informations sont incorrectes',
    'error.CredentialsSignin.message': 'Vérifiez votre saisie, puis réessayez.',
    'error.EmailSignInError.title': 'L’e-mail n’a pas pu être envoyé',
    'error.EmailSignInError.message':
      'Vérifiez l’adresse, puis réessayez dans quelques minutes ou choisissez une autre méthode.',
    'error.InvalidCheck.title': 'Cette connexion n’est plus valable',
    'error.InvalidCheck.message':
      'Elle a expiré ou a déjà servi. Recommencez et terminez dans le même navigateur.',
    'error.InvalidCheck.retry': 'Recommencer',
    'error.InvalidCode.title': 'Ce code est incorrect',
    'error.InvalidCode.message':
      'Consultez l’e-mail le plus récent. Après six essais, seul le lien qu’il contient fonctionne.',
    'error.InvalidEmailAddress.title': 'Ce n’est pas une adresse e-mail',
    'error.InvalidEmailAddress.message': 'Vérifiez votre saisie, puis réessayez.',
    'error.InvalidRequest.title': 'La requête était incomplète',
    'error.InvalidRequest.message':
      'La requête n’a pas pu être lue, rien n’a donc été fait. Revenez en arrière, puis réessayez.',
    'error.MissingCSRF.title': 'Cette page est restée ouverte trop longtemps',
    'error.MissingCSRF.message':
      'Par sécurité, rien n’a été fait. Autorisez les cookies pour ce site, puis renvoyez le formulaire.',
    'error.NotFound.title': 'Il n’y a rien ici',
    'error.NotFound.message': 'L’adresse est peut-être mal saisie ou obsolète.',
    'error.NotFound.retry': 'Se connecter',
    'error.OAuthAccountNotLinked.title': 'Connectez-vous comme auparavant',
    'error.OAuthAccountNotLinked.message':
      'Un compte existe déjà avec cette adresse e-mail. Utilisez la méthode de votre inscription.',
    'error.OAuthAccountNotLinked.retry': 'Choisir une autre méthode',
    'error.OAuthCallbackError.title': 'La connexion n’a pas abouti',
    'error.OAuthCallbackError.message':
      'Elle a été annulée ou refusée. Réessayez ou utilisez un autre compte.',
    'error.OAuthSignInError.title': 'La connexion n’a pas pu démarrer',
    'error.OAuthSignInError.message': 'Réessayez dans quelques minutes ou choisissez une autre méthode.',
    'error.OAuthUnavailable.title': 'Le service de connexion n’a pas répondu',
    'error.OAuthUnavailable.message':
      'Le problème vient de ce service. Réessayez dans quelques minutes ou choisissez une autre méthode.',
    'error.RateLimited.title': 'Trop de tentatives',
    'error.RateLimited.message': 'Patientez quelques minutes, puis réessayez.',
    'error.ReauthenticationRequired.title': 'Reconnectez-vous pour continuer',
    'error.ReauthenticationRequired.message':
      'Par sécurité, cette action demande une connexion récente. Reconnectez-vous et vous reviendrez ici.',
    'error.ReauthenticationRequired.retry': 'Se connecter',
    'error.SessionRequired.title': 'Connectez-vous',
    'error.SessionRequired.message': 'Vous devez être connecté pour voir cette page.',
    'error.SessionRequired.retry': 'Se connecter',
    'error.SignOutError.title': 'Vous êtes toujours connecté',
    'error.SignOutError.message':
      'La déconnexion a échoué, vous êtes donc toujours connecté ici. Réessayez dans un instant.',
    'error.SignOutError.retry': 'Se déconnecter',
    'error.Unavailable.title': 'Réessayez dans un instant',
    'error.Unavailable.message':
      'Le site n’a pas pu vérifier cette connexion, rien n’a donc été fait. Patientez un peu, puis réessayez.',
    'error.UntrustedHost.title': 'Cette adresse n’appartient pas au site',
    'error.UntrustedHost.message':
      'Vérifiez l’adresse. Si c’est votre site, son journal indique le réglage à faire.',
    'error.Verification.title': 'Ce lien ne fonctionne plus',
    'error.Verification.message':
      'Il a expiré ou a déjà servi. Reconnectez-vous pour en recevoir un nouveau.',
    'error.Verification.retry': 'Recevoir un nouveau lien',
    'error.WebAuthnVerificationError.title': 'Votre clé d’accès n’a pas pu être vérifiée',
    'error.WebAuthnVerificationError.message': 'Réessayez ou choisissez une autre méthode.',
  },
}
