import type { CompleteLanguage } from '../options/language.js'

/** Japanese. */
export const ja: CompleteLanguage = {
  tag: 'ja',
  texts: {
    'page.back': '{site} に戻る',
    'page.backToStart': 'トップページに戻る',
    'page.reference': '参照番号: {code}',
    'page.terms': '利用規約',
    'page.privacy': 'プライバシー',

    'signIn.title': 'ログイン',
    'signIn.lead': '{site} に進みます',
    'signIn.button': 'ログイン',
    'signIn.with': '{provider} でログイン',
    'signIn.or': 'または',
    'signIn.email': 'メールアドレス',
    'signIn.emailExample': 'name@example.com',
    'signIn.emailLink': 'ログイン用リンクをメールで受け取る',
    'signIn.showPassword': 'パスワードを表示',
    'signIn.newHere': '初めてご利用ですか？',
    'signIn.signUp': 'アカウントを作成',

    'passkey.add': '{provider} をアカウントに追加',
    'passkey.signUp': '{provider} でアカウントを作成',
    'passkey.unsupported': 'パスキーには JavaScript と対応ブラウザーが必要です。',
    'passkey.exists': 'このアカウントのパスキーはすでに登録されています。',
    'passkey.cancelled':
      'キャンセルされたか、時間がかかりすぎました。もう一度試すか、別の方法をお使いください。',
    'passkey.wrongAddress': 'このアドレスではパスキーを使用できません。',
    'passkey.failed': 'うまくいきませんでした。もう一度試すか、別の方法をお使いください。',

    'signOut.title': 'ログアウトしますか？',
    'signOut.lead': '{site} にはいつでも再びログインできます。',
    'signOut.button': 'ログアウト',
    'signOut.stay': 'ログインしたままにする',

    'account.title': 'アカウント',
    'account.sessions': 'サインイン中の端末',
    'account.thisDevice': 'この端末',
    'account.unknownDevice': '不明な端末',
    'account.lastUsed': '最終使用：{time}',
    'account.signOutElsewhere': 'ほかのすべての端末でサインアウト',
    'account.signOutEverywhere': 'すべての端末でサインアウト',
    'account.accounts': '連携アカウント',
    'account.none': 'まだありません',
    'account.connect': '{provider} と連携',
    'account.disconnect': '連携を解除',
    'account.onlyMethod': '唯一のサインイン方法です',
    'account.passkeys': 'パスキー',
    'account.passkey': 'パスキー',
    'account.passkeyName': 'パスキーの名前',
    'account.rename': '名前を変更',
    'account.remove': '削除',
    'account.addPasskey': 'パスキーを追加',
    'account.result.unlinked': 'アカウントの連携を解除しました。',
    'account.result.passkeyRemoved': 'パスキーを削除しました。',
    'account.result.passkeyRenamed': 'パスキーの名前を変更しました。',
    'account.result.sessionEnded': 'その端末をサインアウトしました。',
    'account.result.sessionsEnded': 'ほかのすべての端末をサインアウトしました。',
    'account.result.notFound': 'すでに存在しません。',
    'account.result.lastSignInMethod':
      '唯一のサインイン方法のため、削除されませんでした。先に別の方法を追加してください。',
    'account.result.linked': 'アカウントを連携しました。',
    'account.result.alreadyLinked': 'アカウントはすでに連携されています。',
    'account.result.otherUser': 'このアカウントは別のユーザーと連携されています。',

    'checkEmail.title': 'メールをご確認ください',
    'checkEmail.sent': 'ログイン用リンクを送信しました。',
    'checkEmail.sentTo': 'ログイン用リンクを {address} に送信しました。',
    'checkEmail.open': 'この端末でリンクを開くと、ログインが完了します。',
    'checkEmail.openOrCode': 'この端末でリンクを開くか、メールに記載のコードを入力してください。',
    'checkEmail.code': 'コード',
    'checkEmail.spam': '数分待っても届かない場合は、迷惑メールフォルダーをご確認ください。',

    'confirm.title': 'ログインの確認',
    'confirm.lead': '{address} として {site} にログインしますか？',
    'confirm.notYou':
      'このリンクは別のブラウザーからリクエストされました。お心当たりがない場合は、このページを閉じてください。',

    'mail.subject': '{site} にログイン',
    'mail.preview': 'ワンクリックでログインできます。有効期間は{time}です。',
    'mail.previewCode': 'ワンクリックまたはコードでログインできます。有効期間は{time}です。',
    'mail.press': 'ボタンを押すとログインできます。1 回限り、{time}有効です。',
    'mail.open': '次のリンクを開くとログインできます。',
    'mail.code': 'または、このメールをリクエストしたページで次のコードを入力してください。',
    'mail.valid': '1 回限り、{time}有効です。',
    'mail.lessThanAMinute': '1 分未満',
    'mail.ignore':
      'お心当たりがない場合は、このメールを無視してください。リンクを開かない限り、何も起こりません。',
    'mail.secret': 'リンクを他の人に渡さないでください。',
    'mail.secretCode': 'リンクやコードを他の人に渡さないでください。',

    'error.title': 'ログインできませんでした',
    'error.message': 'もう一度試すか、別の方法をお使いください。',
    'error.retry': 'もう一度試す',
    'error.AccessDenied.title': 'アクセスが拒否されました',
    'error.AccessDenied.message':
      'このアカウントではログインできません。別のアカウントを使うか、サイトの管理者にお問い合わせください。',
    'error.AccessDenied.retry': '別のアカウントを使う',
    'error.AccountNotLinked.title': '前回と同じ方法でログインしてください',
    'error.AccountNotLinked.message':
      'このパスキーまたはメールアドレスは別のアカウントのものです。登録時の方法をお使いください。',
    'error.AccountNotLinked.retry': '別の方法を選ぶ',
    'error.Configuration.title': 'サーバー側で問題が発生しました',
    'error.Configuration.message':
      '処理を完了できませんでした。時間をおいてお試しください。サイトの管理者の方は、ログをご確認ください。',
    'error.CredentialsSignin.title': '入力内容が正しくありません',
    'error.CredentialsSignin.message': '入力内容を確認して、もう一度お試しください。',
    'error.EmailSignInError.title': 'メールを送信できませんでした',
    'error.EmailSignInError.message': 'アドレスを確認して数分後にもう一度試すか、別の方法をお使いください。',
    'error.InvalidCheck.title': 'このログインは無効になりました',
    'error.InvalidCheck.message':
      '期限が切れたか、すでに使用されています。最初からやり直し、同じブラウザーで完了してください。',
    'error.InvalidCheck.retry': '最初からやり直す',
    'error.InvalidCode.title': 'コードが正しくありません',
    'error.InvalidCode.message':
      '最新のメールをご確認ください。6 回間違えると、メール内のリンクしか使えなくなります。',
    'error.InvalidEmailAddress.title': 'メールアドレスの形式が正しくありません',
    'error.InvalidEmailAddress.message': '入力内容を確認して、もう一度お試しください。',
    'error.InvalidRequest.title': 'リクエストが不完全です',
    'error.InvalidRequest.message':
      'リクエストを読み取れなかったため、何も行われませんでした。前のページに戻って、もう一度お試しください。',
    'error.MissingCSRF.title': 'ページを開いてから時間が経ちすぎました',
    'error.MissingCSRF.message':
      '安全のため、何も行われませんでした。このサイトの Cookie を許可して、もう一度送信してください。',
    'error.NotFound.title': 'ページが見つかりません',
    'error.NotFound.message': 'アドレスが間違っているか、古くなっている可能性があります。',
    'error.NotFound.retry': 'ログイン',
    'error.OAuthAccountNotLinked.title': '前回と同じ方法でログインしてください',
    'error.OAuthAccountNotLinked.message':
      'このメールアドレスのアカウントはすでに存在します。登録時の方法をお使いください。',
    'error.OAuthAccountNotLinked.retry': '別の方法を選ぶ',
    'error.OAuthCallbackError.title': 'ログインが完了しませんでした',
    'error.OAuthCallbackError.message':
      'キャンセルまたは拒否されました。もう一度試すか、別のアカウントをお使いください。',
    'error.OAuthSignInError.title': 'ログインを開始できませんでした',
    'error.OAuthSignInError.message': '数分後にもう一度試すか、別の方法をお使いください。',
    'error.OAuthUnavailable.title': 'ログインサービスが応答しませんでした',
    'error.OAuthUnavailable.message':
      'サービス側で問題が発生しています。数分後にもう一度試すか、別の方法をお使いください。',
    'error.RateLimited.title': '試行回数が多すぎます',
    'error.RateLimited.message': '数分待ってから、もう一度お試しください。',
    'error.ReauthenticationRequired.title': '続けるには再度ログインしてください',
    'error.ReauthenticationRequired.message':
      '安全のため、この操作には最近のログインが必要です。ログインすると、ここに戻ります。',
    'error.ReauthenticationRequired.retry': 'ログイン',
    'error.SessionRequired.title': 'ログインしてください',
    'error.SessionRequired.message': 'このページを表示するにはログインが必要です。',
    'error.SessionRequired.retry': 'ログイン',
    'error.SignOutError.title': 'まだログイン中です',
    'error.SignOutError.message':
      'ログアウトできなかったため、まだログインしています。少し待ってから、もう一度お試しください。',
    'error.SignOutError.retry': 'ログアウト',
    'error.Unavailable.title': '少し待ってから、もう一度お試しください',
    'error.Unavailable.message':
      '現在ログインを確認できないため、何も行われませんでした。少し待ってから、もう一度お試しください。',
    'error.UntrustedHost.title': 'このアドレスはサイトのものではありません',
    'error.UntrustedHost.message':
      'アドレスをご確認ください。サイトの管理者の方は、必要な設定がログに記載されています。',
    'error.Verification.title': 'このリンクは無効になりました',
    'error.Verification.message':
      '期限が切れたか、すでに使用されています。もう一度ログインすると、新しいリンクを受け取れます。',
    'error.Verification.retry': '新しいリンクを受け取る',
    'error.WebAuthnVerificationError.title': 'パスキーを確認できませんでした',
    'error.WebAuthnVerificationError.message': 'もう一度試すか、別の方法をお使いください。',
  },
}
