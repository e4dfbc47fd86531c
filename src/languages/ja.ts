import type { CompleteLanguage } from '../options/language.js'

/**
 * Japanese. One word for each concept, and words that are not used for it:
 *
 * | concept | word | not |
 * |---|---|---|
 * | sign in | ログイン | サインイン |
 * | sign out | ログアウト | サインアウト |
 * | e-mail address | メールアドレス | Eメール, 電子メール |
 * | password | パスワード | 暗証番号 |
 * | passkey | パスキー | アクセスキー, セキュリティキー |
 * | remove | 削除 | 消去, 取り除 |
 * | device | 端末 | デバイス, 機器 |
 * | link an account | 連携 | 接続, 紐付け |
 * | create an account | 作成 | 登録 |
 * | confirm | 確認 | 認証, 検証 |
 * | other | ほかの | 他の |
 */
export const ja: CompleteLanguage = {
  tag: 'ja',
  texts: {
    'page.back': '{site} に戻る',
    'page.backToStart': 'トップページに戻る',
    'page.reference': '参照番号：{code}',
    'page.terms': '利用規約',
    'page.privacy': 'プライバシー',

    'signIn.title': 'ログイン',
    'signIn.lead': '{site} に進みます',
    'signIn.button': 'ログイン',
    'signIn.remember': 'ログインしたままにする',
    'signIn.lastUsed': '前回使用',
    'signIn.with': '{provider} でログイン',
    'signIn.or': 'または',
    'signIn.email': 'メールアドレス',
    'signIn.emailExample': 'name@example.com',
    'signIn.emailLink': 'ログイン用リンクをメールで受け取る',
    'signIn.notYou': '別の方ですか？',
    'signIn.showPassword': 'パスワードを表示',
    'signIn.signedInAs': '{user} としてログインしています。',
    'signIn.continue': '続ける',
    'signIn.otherAccount': '別のアカウントを使う',
    'signIn.newHere': '初めてご利用ですか？',
    'signIn.signUp': 'アカウントを作成',

    'account.password.set': 'パスワードを設定',
    'account.password.change': 'パスワードを変更',
    'account.password.remove': 'パスワードを削除',
    'account.password.current': '現在のパスワード',
    'account.password.none': 'パスワードはまだ設定されていません。',
    'account.password.saved': 'パスワードを保存しました。',
    'account.password.removed': 'パスワードを削除しました。',
    'account.password.wrongPassword': '現在のパスワードが違います。',
    'account.password.changed': 'パスワードは別の場所で変更されました。もう一度お試しください。',
    'account.password.hasPassword': 'パスワードはすでに設定されています。',
    'account.password.notFound': 'アカウントにパスワードまたはメールアドレスが設定されていません。',

    'passkey.name': 'パスキー',
    'passkey.add': '{provider} をアカウントに追加',
    'passkey.signUp': '{provider} でアカウントを作成',
    'passkey.unsupported': 'パスキーには JavaScript と対応ブラウザーが必要です。',
    'passkey.exists': 'この端末には、このアカウントのパスキーがすでにあります。',
    'passkey.cancelled':
      'キャンセルされたか、時間がかかりすぎました。もう一度試すか、別の方法をお使いください。',
    'passkey.wrongAddress': 'このアドレスではパスキーを使用できません。',
    'passkey.failed': 'うまくいきませんでした。もう一度試すか、別の方法をお使いください。',

    'signOut.title': 'ログアウトしますか？',
    'signOut.lead': '{site} にはいつでも再びログインできます。',
    'signOut.button': 'ログアウト',
    'signOut.stay': 'ログインしたままにする',

    'account.title': 'アカウント',
    'account.sessions': 'ログイン中の端末',
    'account.thisDevice': 'この端末',
    'account.unknownDevice': '不明な端末',
    'account.lastUsed': '最終使用：{time}',
    'account.signOutElsewhere': 'ほかのすべての端末でログアウト',
    'account.signOutEverywhere': 'すべての端末でログアウト',
    'account.accounts': '連携アカウント',
    'account.none': 'まだありません',
    'account.connect': '{provider} と連携',
    'account.disconnect': '連携を解除',
    'account.onlyMethod': '唯一のログイン方法です',
    'account.passkeys': 'パスキー',
    'account.passkey': 'パスキー',
    'account.passkeyName': 'パスキーの名前',
    'account.rename': '名前を変更',
    'account.remove': '削除',
    'account.addPasskey': 'パスキーを追加',
    'account.result.unlinked': 'アカウントの連携を解除しました。',
    'account.result.passkeyRemoved': 'パスキーを削除しました。',
    'account.result.passkeyRenamed': 'パスキーの名前を変更しました。',
    'account.result.sessionEnded': 'その端末をログアウトしました。',
    'account.result.sessionsEnded': 'ほかのすべての端末をログアウトしました。',
    'account.result.notFound': 'すでに存在しません。',
    'account.result.lastSignInMethod':
      '唯一のログイン方法のため、削除されませんでした。先に別の方法を追加してください。',
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
    'confirm.password': 'パスワード',
    'confirm.earlier.why':
      'このメールアドレスのアカウントはすでにありますが、メールアドレスはまだ確認されていません。別の人が作成した可能性があります。ログインすると、次のログイン方法が削除されます。',
    'confirm.earlier.password': 'パスワード',
    'confirm.earlier.sessions': 'ログイン中のすべての端末',
    'confirm.earlier.remove': '削除してログイン',
    'confirm.earlier.keepLead':
      'ご自身で作成したアカウントですか？残すには、アカウントのパスワードを入力してください。',
    'confirm.earlier.keep': '残してログイン',
    'confirm.earlier.wrong': 'パスワードが正しくありません。何も削除されていません。',

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
    'mail.secret': 'リンクをほかの人に渡さないでください。',
    'mail.secretCode': 'リンクやコードをほかの人に渡さないでください。',
    'mail.removed.subject': '{site} のログイン方法が削除されました',
    'mail.removed.lead':
      'このメールアドレスが確認されました。アカウントの以前のログイン方法は削除されました：{methods}',
    'mail.removed.notYou':
      'お心当たりがない場合は、ほかの人があなたのメールを読める状態です。メールのパスワードを変更してください。',

    'password.label': 'パスワード',
    'password.new': '新しいパスワード',
    'password.hint': '{count} 文字以上で入力してください。いくつかの単語を並べると覚えやすくなります。',
    'password.forgot': 'パスワードをお忘れですか？',
    'password.forgot.lead':
      'メールアドレスを入力してください。新しいパスワードを設定するリンクを送信します。',
    'password.forgot.button': 'リンクを送信',
    'password.sent': 'メールを送信しました。メール内のリンクを開いて続けてください。',
    'password.choose.title': 'パスワードを設定',
    'password.choose.lead': '{address}',
    'password.save': 'パスワードを保存',
    'password.changed': 'パスワードを変更しました。新しいパスワードでログインしてください。',
    'password.confirm.title': 'アカウントを作成しますか？',
    'password.confirm.lead': 'クリックすると {address} が確認され、{site} のアカウントが作成されます。',
    'password.confirm.other': '別のパスワードを設定',
    'password.taken': 'このメールアドレスのアカウントはすでにあります。',
    'password.invalidFields':
      '入力されていない、または正しくない項目があります。入力内容を確認してください。',
    'password.problem.too-short': '{count} 文字以上で入力してください。',
    'password.problem.too-long': 'パスワードが長すぎます。',
    'password.problem.common': 'このパスワードは多くの人が使っています。別のパスワードにしてください。',
    'password.problem.personal':
      'このパスワードはお名前やメールアドレスに似すぎています。別のパスワードにしてください。',
    'password.problem.breached': 'このパスワードは過去に流出しています。別のパスワードにしてください。',
    'password.mail.signUp.subject': '{site} のアカウントを作成',
    'password.mail.signUp.lead': 'このリンクでメールアドレスを確認してください。1 回限り、{time}有効です。',
    'password.mail.signUp.button': '確認する',
    'password.mail.reset.subject': '{site} の新しいパスワードを設定',
    'password.mail.reset.lead': 'このリンクで新しいパスワードを設定してください。1 回限り、{time}有効です。',
    'password.mail.reset.button': 'パスワードを設定',
    'password.mail.exists.subject': '{site} のアカウントはすでにあります',
    'password.mail.exists.lead':
      'このメールアドレスでアカウントを作成しようとした方がいます。アカウントはすでにあります。パスワードがわからない場合は、ログインページで新しいパスワードを設定してください。',
    'password.mail.exists.accounts':
      'このメールアドレスでアカウントを作成しようとした方がいます。アカウントはすでにあります。ログイン方法：{methods}',
    'password.mail.none.subject': '{site} へのログイン方法',
    'password.mail.none.lead':
      '新しいパスワードを設定しようとした方がいます。このアカウントにはパスワードがありません。ログイン方法：{methods}',
    'password.mail.changed.subject': '{site} のパスワード',
    'password.mail.changed.saved': '{site} のアカウントに新しいパスワードが保存されました。',
    'password.mail.changed.removed': '{site} のアカウントのパスワードが削除されました。',
    'password.mail.changed.notYou':
      'お心当たりがない場合は、ログインページで新しいパスワードを設定してください。',
    'password.mail.notYou': 'お心当たりがない場合は、何もする必要はありません。',

    'error.title': 'ログインできませんでした',
    'error.message': 'もう一度試すか、別の方法をお使いください。',
    'error.retry': 'もう一度試す',
    'error.AccessDenied.title': 'アクセスが拒否されました',
    'error.AccessDenied.message':
      'このアカウントではログインできません。別のアカウントを使うか、サイトの管理者にお問い合わせください。',
    'error.AccessDenied.retry': '別のアカウントを使う',
    'error.AccountNotLinked.title': '前回と同じ方法でログインしてください',
    'error.AccountNotLinked.message':
      'このパスキーまたはメールアドレスは別のアカウントのものです。連携済みの方法をお使いください。',
    'error.AccountNotLinked.retry': '別の方法を選ぶ',
    'error.Configuration.title': 'サーバー側で問題が発生しました',
    'error.Configuration.message':
      '処理を完了できませんでした。時間をおいてお試しください。サイトの管理者の方は、ログをご確認ください。',
    'error.CredentialsSignin.title': '入力内容が正しくありません',
    'error.CredentialsSignin.message': '入力内容を確認して、もう一度お試しください。',
    'error.EmailSignInError.title': 'メールを送信できませんでした',
    'error.EmailSignInError.message':
      'メールアドレスを確認して数分後にもう一度試すか、別の方法をお使いください。',
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
    'error.MissingCSRF.title': 'フォームを受け付けられませんでした',
    'error.MissingCSRF.message':
      '開いてから時間が経ちすぎたか、別のサイトから送信されました。何も行われませんでした。このサイトの Cookie を許可して、もう一度送信してください。',
    'error.NotFound.title': 'ページが見つかりません',
    'error.NotFound.message': 'アドレスが間違っているか、古くなっている可能性があります。',
    'error.NotFound.retry': 'ログイン',
    'error.OAuthAccountNotLinked.title': '前回と同じ方法でログインしてください',
    'error.OAuthAccountNotLinked.message':
      'このメールアドレスのアカウントはすでに存在します。連携済みの方法をお使いください。',
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
