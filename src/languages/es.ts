import type { CompleteLanguage } from '../options/language.js'

/** Spanish. */
export const es: CompleteLanguage = {
  tag: 'es',
  texts: {
    'page.back': 'Volver a {site}',
    'page.backToStart': 'Volver al inicio',
    'page.reference': 'Referencia: {code}',
    'page.terms': 'Condiciones',
    'page.privacy': 'Privacidad',

    'signIn.title': 'Iniciar sesión',
    'signIn.lead': 'para continuar en {site}',
    'signIn.button': 'Iniciar sesión',
    'signIn.with': 'Iniciar sesión con {provider}',
    'signIn.or': 'o',
    'signIn.email': 'Correo electrónico',
    'signIn.emailExample': 'nombre@ejemplo.com',
    'signIn.emailLink': 'Enviarme un enlace de acceso',
    'signIn.showPassword': 'Mostrar contraseña',
    'signIn.lastUsed': 'Última usada',
    'signIn.newHere': '¿Aún no tienes cuenta?',
    'signIn.signUp': 'Crear una cuenta',

    'passkey.add': 'Añadir {provider} a tu cuenta',
    'passkey.signUp': 'Crear una cuenta con {provider}',
    'passkey.unsupported': 'Las claves de acceso necesitan JavaScript y un navegador compatible.',
    'passkey.exists': 'Ya hay una clave de acceso para esta cuenta aquí.',
    'passkey.cancelled': 'Se canceló o tardó demasiado. Inténtalo de nuevo o usa otro método.',
    'passkey.wrongAddress': 'Las claves de acceso no funcionan en esta dirección.',
    'passkey.failed': 'No ha funcionado. Inténtalo de nuevo o usa otro método.',

    'signOut.title': '¿Cerrar sesión?',
    'signOut.lead': 'Puedes volver a iniciar sesión en {site} cuando quieras.',
    'signOut.button': 'Cerrar sesión',
    'signOut.stay': 'Seguir conectado',

    'checkEmail.title': 'Revisa tu correo',
    'checkEmail.sent': 'Te hemos enviado un enlace de acceso.',
    'checkEmail.sentTo': 'El enlace de acceso va de camino a {address}.',
    'checkEmail.open': 'Ábrelo en este dispositivo para terminar de iniciar sesión.',
    'checkEmail.openOrCode': 'Ábrelo en este dispositivo o introduce el código del correo.',
    'checkEmail.code': 'Código',
    'checkEmail.spam': '¿No llega después de unos minutos? Mira en la carpeta de spam.',

    'confirm.title': 'Confirmar inicio de sesión',
    'confirm.lead': '¿Iniciar sesión en {site} como {address}?',
    'confirm.notYou': 'Este enlace se solicitó en otro navegador. Si no fuiste tú, cierra esta página.',

    'mail.subject': 'Iniciar sesión en {site}',
    'mail.preview': 'Un clic y estarás dentro. Validez: {time}.',
    'mail.previewCode': 'Un clic o un código y estarás dentro. Validez: {time}.',
    'mail.press': 'Pulsa el botón para iniciar sesión. Funciona una sola vez, durante {time}.',
    'mail.open': 'Abre este enlace para iniciar sesión:',
    'mail.code': 'O introduce este código en la página donde pediste este correo:',
    'mail.valid': 'Válido durante {time}, una sola vez.',
    'mail.lessThanAMinute': 'menos de un minuto',
    'mail.ignore': 'Si no pediste este correo, ignóralo: no ocurre nada mientras no se abra el enlace.',
    'mail.secret': 'No compartas nunca el enlace.',
    'mail.secretCode': 'No compartas nunca el enlace ni el código.',

    'error.title': 'No se pudo iniciar sesión',
    'error.message': 'Inténtalo de nuevo o usa otro método.',
    'error.retry': 'Intentar de nuevo',
    'error.AccessDenied.title': 'Acceso denegado',
    'error.AccessDenied.message':
      'Esta cuenta no puede iniciar sesión aquí. Usa otra cuenta o pide acceso a los responsables del sitio.',
    'error.AccessDenied.retry': 'Usar otra cuenta',
    'error.AccountNotLinked.title': 'Inicia sesión como la otra vez',
    'error.AccountNotLinked.message':
      'Esta clave de acceso o este correo pertenece a otra cuenta. Usa el método con el que te registraste.',
    'error.AccountNotLinked.retry': 'Elegir otro método',
    'error.Configuration.title': 'Algo ha fallado por nuestra parte',
    'error.Configuration.message':
      'No hemos podido completarlo. Inténtalo más tarde. Si este sitio es tuyo, su registro indica qué pasó.',
    'error.CredentialsSignin.title': 'Los datos no son correctos',
    'error.CredentialsSignin.message': 'Revisa lo que has escrito e inténtalo de nuevo.',
    'error.EmailSignInError.title': 'No se pudo enviar el correo',
    'error.EmailSignInError.message':
      'Revisa la dirección e inténtalo de nuevo en unos minutos, o usa otro método.',
    'error.InvalidCheck.title': 'Este inicio de sesión ya no es válido',
    'error.InvalidCheck.message':
      'Ha caducado o ya se usó. Empieza de nuevo y termina en el mismo navegador.',
    'error.InvalidCheck.retry': 'Empezar de nuevo',
    'error.InvalidCode.title': 'El código no es correcto',
    'error.InvalidCode.message':
      'Mira el correo más reciente. Después de seis intentos solo funciona el enlace que contiene.',
    'error.InvalidEmailAddress.title': 'No es una dirección de correo',
    'error.InvalidEmailAddress.message': 'Revisa lo que has escrito e inténtalo de nuevo.',
    'error.InvalidRequest.title': 'La solicitud estaba incompleta',
    'error.InvalidRequest.message':
      'No se pudo leer la solicitud, así que no se ha hecho nada. Vuelve atrás e inténtalo de nuevo.',
    'error.MissingCSRF.title': 'Esta página estuvo abierta demasiado tiempo',
    'error.MissingCSRF.message':
      'Por tu seguridad no se ha hecho nada. Permite las cookies de este sitio y envía de nuevo el formulario.',
    'error.NotFound.title': 'Aquí no hay nada',
    'error.NotFound.message': 'Puede que la dirección esté mal escrita o ya no exista.',
    'error.NotFound.retry': 'Iniciar sesión',
    'error.OAuthAccountNotLinked.title': 'Inicia sesión como la otra vez',
    'error.OAuthAccountNotLinked.message':
      'Ya existe una cuenta con esta dirección de correo. Usa el método con el que te registraste.',
    'error.OAuthAccountNotLinked.retry': 'Elegir otro método',
    'error.OAuthCallbackError.title': 'El inicio de sesión no se completó',
    'error.OAuthCallbackError.message': 'Se canceló o se rechazó. Inténtalo de nuevo o usa otra cuenta.',
    'error.OAuthSignInError.title': 'No se pudo empezar a iniciar sesión',
    'error.OAuthSignInError.message': 'Inténtalo de nuevo en unos minutos o usa otro método.',
    'error.OAuthUnavailable.title': 'El servicio de acceso no respondió',
    'error.OAuthUnavailable.message':
      'El problema es de ese servicio. Inténtalo de nuevo en unos minutos o usa otro método.',
    'error.RateLimited.title': 'Demasiados intentos',
    'error.RateLimited.message': 'Espera unos minutos e inténtalo de nuevo.',
    'error.ReauthenticationRequired.title': 'Inicia sesión de nuevo para continuar',
    'error.ReauthenticationRequired.message':
      'Por tu seguridad, esto exige un inicio de sesión reciente. Hazlo una vez más y volverás aquí.',
    'error.ReauthenticationRequired.retry': 'Iniciar sesión',
    'error.SessionRequired.title': 'Inicia sesión',
    'error.SessionRequired.message': 'Debes iniciar sesión para ver esa página.',
    'error.SessionRequired.retry': 'Iniciar sesión',
    'error.SignOutError.title': 'Tu sesión sigue abierta',
    'error.SignOutError.message':
      'No se pudo cerrar la sesión, así que sigue abierta aquí. Inténtalo de nuevo en un momento.',
    'error.SignOutError.retry': 'Cerrar sesión',
    'error.Unavailable.title': 'Inténtalo de nuevo en un momento',
    'error.Unavailable.message':
      'El sitio no pudo comprobar este inicio de sesión, así que no se ha hecho nada. Espera un poco e inténtalo de nuevo.',
    'error.UntrustedHost.title': 'Esta dirección no pertenece al sitio',
    'error.UntrustedHost.message':
      'Revisa la dirección. Si este sitio es tuyo, su registro indica qué configurar.',
    'error.Verification.title': 'Este enlace ya no funciona',
    'error.Verification.message': 'Ha caducado o ya se usó. Inicia sesión de nuevo para recibir otro.',
    'error.Verification.retry': 'Pedir otro enlace',
    'error.WebAuthnVerificationError.title': 'No se pudo verificar tu clave de acceso',
    'error.WebAuthnVerificationError.message': 'Inténtalo de nuevo o usa otro método.',
  },
}
