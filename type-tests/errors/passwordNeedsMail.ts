import { createAuth } from 'authwright'
import { memory } from 'authwright/adapters/memory'
import { password } from 'authwright/providers/password'

createAuth().provider(password()).adapter(memory()).build()
//                                                  ^ password() sends mails: add an e-mail provider such as nodemailer(), or pass `send` to password().

createAuth({ providers: [password()], adapter: memory() }).build()
//                                                         ^ password() sends mails: add an e-mail provider such as nodemailer(), or pass `send` to password().
