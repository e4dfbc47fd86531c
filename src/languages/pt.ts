import type { CompleteLanguage } from '../options/language.js'

/**
 * Brazilian Portuguese. One word for each concept, and words that are not used for it:
 *
 * | concept | word | not |
 * |---|---|---|
 * | sign in | entrar | acessar, fazer login, iniciar sessão |
 * | a sign-in | acesso | login |
 * | sign out | sair | desconectar-se, encerrar |
 * | e-mail address | e-mail | endereço de e-mail, email, correio |
 * | password | senha | palavra-passe |
 * | passkey | chave de acesso | passkey, chave de segurança |
 * | remove | remover | excluir, apagar, eliminar |
 * | change | alterar | mudar, trocar |
 * | enter | digite | insira, escreva |
 * | device | dispositivo | aparelho, equipamento |
 * | link an account | vincular | associar, ligar |
 * | create an account | criar uma conta | cadastr, registr |
 * | again | de novo | novamente |
 */
export const pt: CompleteLanguage = {
  tag: 'pt-BR',
  texts: {
    'page.back': 'Voltar para {site}',
    'page.backToStart': 'Voltar à página inicial',
    'page.reference': 'Referência: {code}',
    'page.terms': 'Termos',
    'page.privacy': 'Privacidade',

    'signIn.title': 'Entrar',
    'signIn.lead': 'para continuar em {site}',
    'signIn.button': 'Entrar',
    'signIn.remember': 'Permanecer conectado',
    'signIn.lastUsed': 'Último usado',
    'signIn.with': 'Entrar com {provider}',
    'signIn.or': 'ou',
    'signIn.email': 'E-mail',
    'signIn.emailExample': 'nome@exemplo.com',
    'signIn.emailLink': 'Receber link de acesso por e-mail',
    'signIn.notYou': 'Não é você?',
    'signIn.showPassword': 'Mostrar senha',
    'signIn.signedInAs': 'Você entrou como {user}.',
    'signIn.continue': 'Continuar',
    'signIn.otherAccount': 'Usar outra conta',
    'signIn.newHere': 'Ainda não tem conta?',
    'signIn.signUp': 'Criar uma conta',

    'account.password.set': 'Definir uma senha',
    'account.password.change': 'Alterar a senha',
    'account.password.remove': 'Remover a senha',
    'account.password.current': 'Senha atual',
    'account.password.none': 'Você ainda não tem senha.',
    'account.password.saved': 'Sua senha foi salva.',
    'account.password.removed': 'Sua senha foi removida.',
    'account.password.wrongPassword': 'Essa não é a sua senha atual.',
    'account.password.changed': 'Sua senha foi alterada em outro lugar. Tente de novo.',
    'account.password.hasPassword': 'Você já tem uma senha.',
    'account.password.notFound': 'Sua conta não tem senha ou não tem e-mail.',

    'passkey.name': 'uma chave de acesso',
    'passkey.add': 'Adicionar {provider} à sua conta',
    'passkey.signUp': 'Criar uma conta com {provider}',
    'passkey.unsupported': 'Chaves de acesso precisam de JavaScript e de um navegador compatível.',
    'passkey.exists': 'Já existe aqui uma chave de acesso para esta conta.',
    'passkey.cancelled': 'Foi cancelado ou demorou demais. Tente de novo ou use outro método.',
    'passkey.wrongAddress': 'Chaves de acesso não funcionam neste endereço.',
    'passkey.failed': 'Não deu certo. Tente de novo ou use outro método.',

    'signOut.title': 'Sair?',
    'signOut.lead': 'Você pode entrar em {site} de novo quando quiser.',
    'signOut.button': 'Sair',
    'signOut.stay': 'Continuar conectado',

    'account.title': 'Sua conta',
    'account.sessions': 'Onde você está conectado',
    'account.thisDevice': 'Este dispositivo',
    'account.unknownDevice': 'Dispositivo desconhecido',
    'account.lastUsed': 'Último uso: {time}',
    'account.signOutElsewhere': 'Sair de todos os outros dispositivos',
    'account.signOutEverywhere': 'Sair de todos os dispositivos',
    'account.accounts': 'Contas vinculadas',
    'account.none': 'Nenhuma ainda',
    'account.connect': 'Vincular {provider}',
    'account.disconnect': 'Desvincular',
    'account.onlyMethod': 'Sua única forma de entrar',
    'account.passkeys': 'Chaves de acesso',
    'account.passkey': 'Chave de acesso',
    'account.passkeyName': 'Nome da chave de acesso',
    'account.rename': 'Renomear',
    'account.remove': 'Remover',
    'account.addPasskey': 'Adicionar uma chave de acesso',
    'account.result.unlinked': 'A conta foi desvinculada.',
    'account.result.passkeyRemoved': 'A chave de acesso foi removida.',
    'account.result.passkeyRenamed': 'A chave de acesso foi renomeada.',
    'account.result.sessionEnded': 'Esse dispositivo foi desconectado.',
    'account.result.sessionsEnded': 'Todos os outros dispositivos foram desconectados.',
    'account.result.notFound': 'Isso já não existia.',
    'account.result.lastSignInMethod':
      'É a sua única forma de entrar, por isso foi mantida. Adicione outra antes.',
    'account.result.linked': 'A conta foi vinculada.',
    'account.result.alreadyLinked': 'A conta já estava vinculada.',
    'account.result.otherUser': 'Outro usuário vinculou esta conta.',

    'checkEmail.title': 'Confira seu e-mail',
    'checkEmail.sent': 'Um link de acesso está a caminho.',
    'checkEmail.sentTo': 'Um link de acesso está a caminho de {address}.',
    'checkEmail.open': 'Abra-o neste dispositivo para concluir o acesso.',
    'checkEmail.openOrCode': 'Abra-o neste dispositivo ou digite o código do e-mail.',
    'checkEmail.code': 'Código',
    'checkEmail.spam': 'Nada depois de alguns minutos? Olhe na pasta de spam.',

    'confirm.title': 'Confirmar acesso',
    'confirm.lead': 'Entrar em {site} como {address}?',
    'confirm.notYou': 'Este link foi solicitado em outro navegador. Se não foi você, feche esta página.',
    'confirm.password': 'Senha',
    'confirm.earlier.why':
      'Alguém criou uma conta com este e-mail, mas ninguém o confirmou até agora. Ao entrar, estas formas de entrar serão removidas:',
    'confirm.earlier.password': 'Senha',
    'confirm.earlier.sessions': 'Todos os dispositivos conectados',
    'confirm.earlier.remove': 'Remover e entrar',
    'confirm.earlier.keepLead': 'Você criou a conta? Digite a senha dela para mantê-las.',
    'confirm.earlier.keep': 'Manter e entrar',
    'confirm.earlier.wrong': 'A senha não está correta. Nada foi removido.',

    'mail.subject': 'Entrar em {site}',
    'mail.preview': 'Um clique e pronto. Válido por {time}.',
    'mail.previewCode': 'Um clique ou um código e pronto. Válido por {time}.',
    'mail.press': 'Clique no botão para entrar. Ele funciona uma única vez, por {time}.',
    'mail.open': 'Abra este link para entrar:',
    'mail.code': 'Ou digite este código na página em que você pediu este e-mail:',
    'mail.valid': 'Válido por {time}, uma única vez.',
    'mail.lessThanAMinute': 'menos de um minuto',
    'mail.ignore': 'Se você não pediu este e-mail, ignore-o: nada acontece enquanto o link não for aberto.',
    'mail.secret': 'Nunca compartilhe o link.',
    'mail.secretCode': 'Nunca compartilhe o link nem o código.',
    'mail.removed.subject': 'Formas de entrar em {site} foram removidas',
    'mail.removed.lead':
      'Você confirmou este e-mail. Estas formas anteriores de entrar na conta foram removidas: {methods}.',
    'mail.removed.notYou':
      'Se não foi você, outra pessoa pode ler seus e-mails: altere a senha da sua caixa de e-mail.',

    'password.label': 'Senha',
    'password.new': 'Nova senha',
    'password.hint': 'Pelo menos {count} caracteres. Algumas palavras são fáceis de lembrar.',
    'password.forgot': 'Esqueceu a senha?',
    'password.forgot.lead': 'Digite seu e-mail. Enviaremos um link para você escolher uma nova senha.',
    'password.forgot.button': 'Enviar o link',
    'password.sent': 'Enviamos um e-mail para você. Abra o link que está nele para continuar.',
    'password.choose.title': 'Escolha uma senha',
    'password.choose.lead': 'para {address}',
    'password.save': 'Salvar a senha',
    'password.changed': 'Sua senha foi alterada. Entre com a nova.',
    'password.confirm.title': 'Criar sua conta?',
    'password.confirm.lead': 'Um clique confirma {address} e cria sua conta em {site}.',
    'password.confirm.other': 'Escolher outra senha',
    'password.taken': 'Já existe uma conta com este e-mail.',
    'password.invalidFields': 'Algo está faltando ou não é válido. Confira o que você digitou.',
    'password.problem.too-short': 'Use pelo menos {count} caracteres.',
    'password.problem.too-long': 'Esta senha é longa demais.',
    'password.problem.common': 'Muitas pessoas usam esta senha. Escolha outra.',
    'password.problem.personal': 'Esta senha é parecida demais com seu nome ou seu e-mail. Escolha outra.',
    'password.problem.breached': 'Esta senha apareceu em um vazamento de dados. Escolha outra.',
    'password.mail.signUp.subject': 'Crie sua conta em {site}',
    'password.mail.signUp.lead': 'Confirme seu e-mail com este link. Ele funciona uma única vez, por {time}.',
    'password.mail.signUp.button': 'Confirmar',
    'password.mail.reset.subject': 'Escolha uma nova senha para {site}',
    'password.mail.reset.lead':
      'Escolha uma nova senha com este link. Ele funciona uma única vez, por {time}.',
    'password.mail.reset.button': 'Escolher uma senha',
    'password.mail.exists.subject': 'Você tem uma conta em {site}',
    'password.mail.exists.lead':
      'Alguém, talvez você, quis criar uma conta com este e-mail. Você já tem uma. Se não souber a senha, escolha uma nova na página de acesso.',
    'password.mail.exists.accounts':
      'Alguém, talvez você, quis criar uma conta com este e-mail. Você já tem uma. Você entra com: {methods}.',
    'password.mail.none.subject': 'Como você entra em {site}',
    'password.mail.none.lead':
      'Alguém, talvez você, quis escolher uma nova senha. Sua conta não tem senha. Você entra com: {methods}.',
    'password.mail.changed.subject': 'Sua senha em {site}',
    'password.mail.changed.saved': 'Uma nova senha foi salva para sua conta em {site}.',
    'password.mail.changed.removed': 'A senha da sua conta em {site} foi removida.',
    'password.mail.changed.notYou': 'Se não foi você, escolha uma nova senha na página de acesso.',
    'password.mail.notYou': 'Se não foi você, não precisa fazer nada.',

    'error.title': 'Não foi possível entrar',
    'error.message': 'Tente de novo ou use outro método.',
    'error.retry': 'Tentar de novo',
    'error.AccessDenied.title': 'Acesso negado',
    'error.AccessDenied.message':
      'Esta conta não pode entrar aqui. Use outra conta ou peça acesso ao responsável pelo site.',
    'error.AccessDenied.retry': 'Usar outra conta',
    'error.AccountNotLinked.title': 'Entre como da outra vez',
    'error.AccountNotLinked.message':
      'Esta chave de acesso ou este e-mail pertence a outra conta. Use um método vinculado a ela.',
    'error.AccountNotLinked.retry': 'Escolher outro método',
    'error.Configuration.title': 'Algo deu errado do nosso lado',
    'error.Configuration.message':
      'Não foi possível concluir. Tente mais tarde. Se este site é seu, o log mostra o que aconteceu.',
    'error.CredentialsSignin.title': 'Os dados não estão corretos',
    'error.CredentialsSignin.message': 'Confira o que você digitou e tente de novo.',
    'error.EmailSignInError.title': 'Não foi possível enviar o e-mail',
    'error.EmailSignInError.message':
      'Confira o e-mail e tente de novo em alguns minutos, ou use outro método.',
    'error.InvalidCheck.title': 'Este acesso não é mais válido',
    'error.InvalidCheck.message': 'Ele expirou ou já foi usado. Comece de novo e termine no mesmo navegador.',
    'error.InvalidCheck.retry': 'Começar de novo',
    'error.InvalidCode.title': 'O código não está correto',
    'error.InvalidCode.message':
      'Confira o e-mail mais recente. Depois de seis tentativas, só o link dele funciona.',
    'error.InvalidEmailAddress.title': 'Isso não é um e-mail válido',
    'error.InvalidEmailAddress.message': 'Confira o que você digitou e tente de novo.',
    'error.InvalidRequest.title': 'A solicitação estava incompleta',
    'error.InvalidRequest.message':
      'Não foi possível ler a solicitação, então nada foi feito. Volte e tente de novo.',
    'error.MissingCSRF.title': 'O formulário não foi aceito',
    'error.MissingCSRF.message':
      'Ele ficou aberto por tempo demais, ou outro site o enviou. Nada foi feito. Permita cookies neste site e envie o formulário de novo.',
    'error.NotFound.title': 'Não há nada aqui',
    'error.NotFound.message': 'O endereço pode estar errado ou desatualizado.',
    'error.NotFound.retry': 'Entrar',
    'error.OAuthAccountNotLinked.title': 'Entre como da outra vez',
    'error.OAuthAccountNotLinked.message':
      'Já existe uma conta com este e-mail. Use um método vinculado a ela.',
    'error.OAuthAccountNotLinked.retry': 'Escolher outro método',
    'error.OAuthCallbackError.title': 'O acesso não foi concluído',
    'error.OAuthCallbackError.message': 'Ele foi cancelado ou recusado. Tente de novo ou use outra conta.',
    'error.OAuthSignInError.title': 'Não foi possível iniciar o acesso',
    'error.OAuthSignInError.message': 'Tente de novo em alguns minutos ou use outro método.',
    'error.OAuthUnavailable.title': 'O serviço de acesso não respondeu',
    'error.OAuthUnavailable.message':
      'O problema é do serviço. Tente de novo em alguns minutos ou use outro método.',
    'error.RateLimited.title': 'Tentativas demais',
    'error.RateLimited.message': 'Espere alguns minutos e tente de novo.',
    'error.ReauthenticationRequired.title': 'Entre de novo para continuar',
    'error.ReauthenticationRequired.message':
      'Para sua segurança, isto exige um acesso recente. Entre mais uma vez e você volta para cá.',
    'error.ReauthenticationRequired.retry': 'Entrar',
    'error.SessionRequired.title': 'Entre para continuar',
    'error.SessionRequired.message': 'É preciso entrar para ver essa página.',
    'error.SessionRequired.retry': 'Entrar',
    'error.SignOutError.title': 'Você ainda está conectado',
    'error.SignOutError.message':
      'Não foi possível sair, então você continua conectado aqui. Tente de novo em instantes.',
    'error.SignOutError.retry': 'Sair',
    'error.Unavailable.title': 'Tente de novo em instantes',
    'error.Unavailable.message':
      'O site não conseguiu verificar este acesso agora, então nada foi feito. Espere um pouco e tente de novo.',
    'error.UntrustedHost.title': 'Este endereço não pertence ao site',
    'error.UntrustedHost.message': 'Confira o endereço. Se este site é seu, o log mostra o que configurar.',
    'error.Verification.title': 'Este link não funciona mais',
    'error.Verification.message': 'Ele expirou ou já foi usado. Entre de novo para receber outro.',
    'error.Verification.retry': 'Receber outro link',
    'error.WebAuthnVerificationError.title': 'Não foi possível verificar sua chave de acesso',
    'error.WebAuthnVerificationError.message': 'Tente de novo ou use outro método.',
  },
}
