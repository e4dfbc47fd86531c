import type { CompleteLanguage } from '../options/language.js'

/**
 * Spanish. One word for each concept, and words that are not used for it:
 *
 * | concept | word | not |
 * |---|---|---|
 * | sign in | iniciar sesión | acceder, entrar, conectarse |
 * | sign out | cerrar sesión | salir, desconectarse |
 * | sign-in link | enlace de acceso | vínculo, link |
 * | e-mail address | correo electrónico | dirección de correo, email, e-mail |
 * | password | contraseña | clave |
 * | passkey | llave de acceso | passkey, clave de acceso |
 * | remove | eliminar | quitar, quitado, borrar |
 * | enter | introduce | escribe, ingresa |
 * | device | dispositivo | equipo, aparato |
 * | link an account | conectar | vincular, enlazar |
 * | create an account | crear una cuenta | te registraste, regístrate |
 */
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
    'signIn.remember': 'Mantener la sesión iniciada',
    'signIn.lastUsed': 'Último usado',
    'signIn.with': 'Iniciar sesión con {provider}',
    'signIn.or': 'o',
    'signIn.email': 'Correo electrónico',
    'signIn.emailExample': 'nombre@ejemplo.com',
    'signIn.emailLink': 'Enviarme un enlace de acceso',
    'signIn.notYou': '¿No eres tú?',
    'signIn.showPassword': 'Mostrar contraseña',
    'signIn.signedInAs': 'Has iniciado sesión como {user}.',
    'signIn.continue': 'Continuar',
    'signIn.otherAccount': 'Usar otra cuenta',
    'signIn.newHere': '¿Aún no tienes cuenta?',
    'signIn.signUp': 'Crear una cuenta',

    'account.password.set': 'Crear una contraseña',
    'account.password.change': 'Cambiar la contraseña',
    'account.password.remove': 'Eliminar la contraseña',
    'account.password.current': 'Contraseña actual',
    'account.password.none': 'Todavía no tienes contraseña.',
    'account.password.saved': 'Tu contraseña se ha guardado.',
    'account.password.removed': 'Tu contraseña se ha eliminado.',
    'account.password.wrongPassword': 'Esa no es tu contraseña actual.',
    'account.password.changed': 'Tu contraseña ha cambiado mientras tanto. Inténtalo de nuevo.',
    'account.password.hasPassword': 'Ya tienes una contraseña.',
    'account.password.notFound': 'Tu cuenta no tiene contraseña o no tiene correo electrónico.',

    'passkey.name': 'una llave de acceso',
    'passkey.add': 'Añadir {provider} a tu cuenta',
    'passkey.signUp': 'Crear una cuenta con {provider}',
    'passkey.unsupported': 'Las llaves de acceso necesitan JavaScript y un navegador compatible.',
    'passkey.exists': 'Ya hay una llave de acceso para esta cuenta aquí.',
    'passkey.cancelled': 'Se canceló o tardó demasiado. Inténtalo de nuevo o usa otro método.',
    'passkey.wrongAddress': 'Las llaves de acceso no funcionan en esta dirección.',
    'passkey.failed': 'No ha funcionado. Inténtalo de nuevo o usa otro método.',

    'signOut.title': '¿Cerrar sesión?',
    'signOut.lead': 'Puedes volver a iniciar sesión en {site} cuando quieras.',
    'signOut.button': 'Cerrar sesión',
    'signOut.stay': 'Mantener la sesión iniciada',

    'account.title': 'Tu cuenta',
    'account.sessions': 'Dónde has iniciado sesión',
    'account.thisDevice': 'Este dispositivo',
    'account.unknownDevice': 'Dispositivo desconocido',
    'account.lastUsed': 'Último uso: {time}',
    'account.signOutElsewhere': 'Cerrar sesión en los demás dispositivos',
    'account.signOutEverywhere': 'Cerrar sesión en todas partes',
    'account.accounts': 'Cuentas conectadas',
    'account.none': 'Todavía ninguna',
    'account.connect': 'Conectar {provider}',
    'account.disconnect': 'Desconectar',
    'account.onlyMethod': 'Tu única forma de iniciar sesión',
    'account.passkeys': 'Llaves de acceso',
    'account.passkey': 'Llave de acceso',
    'account.passkeyName': 'Nombre de la llave de acceso',
    'account.rename': 'Cambiar nombre',
    'account.remove': 'Eliminar',
    'account.addPasskey': 'Añadir una llave de acceso',
    'account.result.unlinked': 'La cuenta está desconectada.',
    'account.result.passkeyRemoved': 'La llave de acceso se ha eliminado.',
    'account.result.passkeyRenamed': 'La llave de acceso tiene otro nombre.',
    'account.result.sessionEnded': 'Se ha cerrado la sesión en ese dispositivo.',
    'account.result.sessionsEnded': 'Se ha cerrado la sesión en los demás dispositivos.',
    'account.result.notFound': 'Ya no estaba.',
    'account.result.lastSignInMethod':
      'Es tu única forma de iniciar sesión, por eso se queda. Añade otra antes.',
    'account.result.linked': 'La cuenta está conectada.',
    'account.result.alreadyLinked': 'La cuenta ya estaba conectada.',
    'account.result.otherUser': 'Otro usuario ha conectado esta cuenta.',

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
    'confirm.password': 'Contraseña',
    'confirm.earlier.why':
      'Alguien creó una cuenta con este correo electrónico, pero nadie lo ha confirmado todavía. Al continuar se eliminarán estas formas de iniciar sesión:',
    'confirm.earlier.password': 'Contraseña',
    'confirm.earlier.sessions': 'Todos los dispositivos con sesión iniciada',
    'confirm.earlier.remove': 'Eliminarlas e iniciar sesión',
    'confirm.earlier.keepLead': '¿Creaste tú la cuenta? Introduce su contraseña para conservarlas.',
    'confirm.earlier.keep': 'Conservarlas e iniciar sesión',
    'confirm.earlier.wrong': 'La contraseña no es correcta. No se ha eliminado nada.',

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
    'mail.removed.subject': 'Se eliminaron formas de iniciar sesión en {site}',
    'mail.removed.lead':
      'Has confirmado este correo electrónico. Se eliminaron estas formas anteriores de iniciar sesión: {methods}.',
    'mail.removed.notYou':
      'Si no fuiste tú, otra persona puede leer tu correo: cambia la contraseña de tu buzón.',

    'password.label': 'Contraseña',
    'password.new': 'Nueva contraseña',
    'password.hint': 'Al menos {count} caracteres. Unas cuantas palabras son fáciles de recordar.',
    'password.forgot': '¿Olvidaste tu contraseña?',
    'password.forgot.lead':
      'Introduce tu correo electrónico. Te enviaremos un enlace para elegir una contraseña nueva.',
    'password.forgot.button': 'Enviar el enlace',
    'password.sent': 'Te hemos enviado un correo. Abre el enlace que contiene para continuar.',
    'password.choose.title': 'Elige una contraseña',
    'password.choose.lead': 'para {address}',
    'password.save': 'Guardar la contraseña',
    'password.changed': 'Tu contraseña ha cambiado. Inicia sesión con la nueva.',
    'password.confirm.title': '¿Crear tu cuenta?',
    'password.confirm.lead': 'Con un clic confirmas {address} y creas tu cuenta en {site}.',
    'password.confirm.other': 'Elegir otra contraseña',
    'password.taken': 'Ya hay una cuenta con este correo electrónico.',
    'password.invalidFields': 'Falta algo o no es válido. Revisa lo que has escrito.',
    'password.problem.too-short': 'Usa al menos {count} caracteres.',
    'password.problem.too-long': 'Esta contraseña es demasiado larga.',
    'password.problem.common': 'Demasiada gente usa esta contraseña. Elige otra.',
    'password.problem.personal':
      'Esta contraseña se parece demasiado a tu nombre o a tu correo electrónico. Elige otra.',
    'password.problem.breached': 'Esta contraseña ha aparecido en una filtración de datos. Elige otra.',
    'password.mail.signUp.subject': 'Crea tu cuenta en {site}',
    'password.mail.signUp.lead':
      'Confirma tu correo electrónico con este enlace. Funciona una sola vez, durante {time}.',
    'password.mail.signUp.button': 'Confirmar',
    'password.mail.reset.subject': 'Elige una contraseña nueva para {site}',
    'password.mail.reset.lead':
      'Elige una contraseña nueva con este enlace. Funciona una sola vez, durante {time}.',
    'password.mail.reset.button': 'Elegir una contraseña',
    'password.mail.exists.subject': 'Tienes una cuenta en {site}',
    'password.mail.exists.lead':
      'Se pidió crear una cuenta con este correo electrónico. Ya tienes una. Puedes elegir otra contraseña en la página de inicio de sesión.',
    'password.mail.exists.accounts':
      'Se pidió crear una cuenta con este correo electrónico. Ya tienes una. Inicias sesión con: {methods}.',
    'password.mail.none.subject': 'Cómo inicias sesión en {site}',
    'password.mail.none.lead':
      'Alguien, quizá tú, quiso elegir una contraseña nueva. Tu cuenta no tiene contraseña. Inicias sesión con: {methods}.',
    'password.mail.changed.subject': 'Tu contraseña en {site}',
    'password.mail.changed.saved': 'Se guardó una contraseña nueva para tu cuenta en {site}.',
    'password.mail.changed.removed': 'Se eliminó la contraseña de tu cuenta en {site}.',
    'password.mail.changed.notYou':
      'Si no fuiste tú, elige una contraseña nueva en la página de inicio de sesión.',
    'password.mail.notYou': 'Si no fuiste tú, no tienes que hacer nada.',

    'error.title': 'No se pudo iniciar sesión',
    'error.message': 'Inténtalo de nuevo o usa otro método.',
    'error.retry': 'Intentar de nuevo',
    'error.AccessDenied.title': 'Acceso denegado',
    'error.AccessDenied.message':
      'Esta cuenta no puede iniciar sesión aquí. Usa otra cuenta o pide acceso a los responsables del sitio.',
    'error.AccessDenied.retry': 'Usar otra cuenta',
    'error.AccountNotLinked.title': 'Inicia sesión como la otra vez',
    'error.AccountNotLinked.message':
      'Esta llave de acceso o este correo electrónico pertenece a otra cuenta. Usa un método que esté conectado a ella.',
    'error.AccountNotLinked.retry': 'Elegir otro método',
    'error.Configuration.title': 'Algo ha fallado por nuestra parte',
    'error.Configuration.message':
      'No hemos podido completarlo. Inténtalo más tarde. Si este sitio es tuyo, su registro indica qué pasó.',
    'error.CredentialsSignin.title': 'Los datos no son correctos',
    'error.CredentialsSignin.message': 'Revisa lo que has escrito e inténtalo de nuevo.',
    'error.EmailSignInError.title': 'No se pudo enviar el correo',
    'error.EmailSignInError.message':
      'Revisa el correo electrónico e inténtalo de nuevo en unos minutos, o usa otro método.',
    'error.InvalidCheck.title': 'Este inicio de sesión ya no es válido',
    'error.InvalidCheck.message':
      'Ha caducado o ya se usó. Empieza de nuevo y termina en el mismo navegador.',
    'error.InvalidCheck.retry': 'Empezar de nuevo',
    'error.InvalidCode.title': 'El código no es correcto',
    'error.InvalidCode.message':
      'Mira el correo más reciente. Después de seis intentos solo funciona el enlace que contiene.',
    'error.InvalidEmailAddress.title': 'No es un correo electrónico',
    'error.InvalidEmailAddress.message': 'Revisa lo que has escrito e inténtalo de nuevo.',
    'error.InvalidRequest.title': 'La solicitud estaba incompleta',
    'error.InvalidRequest.message':
      'No se pudo leer la solicitud, así que no se ha hecho nada. Vuelve atrás e inténtalo de nuevo.',
    'error.MissingCSRF.title': 'El formulario no se ha aceptado',
    'error.MissingCSRF.message':
      'Estuvo abierto demasiado tiempo o lo envió otro sitio. No se ha hecho nada. Permite las cookies de este sitio y envía de nuevo el formulario.',
    'error.NotFound.title': 'Aquí no hay nada',
    'error.NotFound.message': 'Puede que la dirección esté mal escrita o ya no exista.',
    'error.NotFound.retry': 'Iniciar sesión',
    'error.OAuthAccountNotLinked.title': 'Inicia sesión como la otra vez',
    'error.OAuthAccountNotLinked.message':
      'Ya existe una cuenta con este correo electrónico. Usa un método que esté conectado a ella.',
    'error.OAuthAccountNotLinked.retry': 'Elegir otro método',
    'error.OAuthCallbackError.title': 'El inicio de sesión no se completó',
    'error.OAuthCallbackError.message': 'Se canceló o se rechazó. Inténtalo de nuevo o usa otra cuenta.',
    'error.OAuthSignInError.title': 'No se pudo empezar a iniciar sesión',
    'error.OAuthSignInError.message': 'Inténtalo de nuevo en unos minutos o usa otro método.',
    'error.OAuthUnavailable.title': 'El servicio de inicio de sesión no respondió',
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
    'error.WebAuthnVerificationError.title': 'No se pudo verificar tu llave de acceso',
    'error.WebAuthnVerificationError.message': 'Inténtalo de nuevo o usa otro método.',
  },
}
