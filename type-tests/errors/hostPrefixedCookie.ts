import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'

const base = createAuth().provider(github())

base.cookies({ sessionToken: { name: '__Host-session', options: { domain: 'acme.example' } } })
//                                                                ^ A cookie with the prefix `__Host-` must be secure, have the path `/` and no domain, or browsers refuse it.

base.cookies({ csrfToken: { name: '__Host-csrf', options: { path: '/app', secure: false } } })
//                                                          ^ A cookie with the prefix `__Host-` must be secure, have the path `/` and no domain, or browsers refuse it.
//                                                                        ^ A cookie with the prefix `__Host-` must be secure, have the path `/` and no domain, or browsers refuse it.

base.cookies({ sessionToken: { name: '__Host-session', options: { path: '/', sameSite: 'strict' } } })
base.cookies({ sessionToken: { name: 'session', options: { domain: 'acme.example', path: '/app' } } })

createAuth({ providers: [github()], cookies: { flow: { name: '__Host-f', options: { secure: false } } } })
//                                                                                  ^ A cookie with the prefix `__Host-` must be secure, have the path `/` and no domain, or browsers refuse it.

const providers = [github()] as const
createAuth({ providers, cookies: { knownBrowser: { name: '__Host-b', options: { secure: false } } } })
//                                                                              ^ A cookie with the prefix `__Host-` must be secure, have the path `/` and no domain, or browsers refuse it.

base.cookies({ failedForm: { name: '__Host-form', options: { path: '/app' } } })
//                                                           ^ A cookie with the prefix `__Host-` must be secure, have the path `/` and no domain, or browsers refuse it.

base.cookies({ pendingMail: { name: '__Host-mail', options: { secure: false } } })
//                                                            ^ A cookie with the prefix `__Host-` must be secure, have the path `/` and no domain, or browsers refuse it.

base.cookies({ webauthnChallenge: { name: '__Host-passkey', options: { path: '/app' } } })
//                                                                     ^ A cookie with the prefix `__Host-` must be secure, have the path `/` and no domain, or browsers refuse it.

// Browsers ignore the case of the prefix.
base.cookies({ flow: { name: '__host-flow', options: { secure: false } } })
//                                                     ^ A cookie with the prefix `__Host-` must be secure, have the path `/` and no domain, or browsers refuse it.
