/** Whole sign-ins with LemonLDAP::NG, an OpenID Provider in Perl whose issuer ends in a slash and whose `aud` is an array. */
import { lemonldap, lemonldapInstalled } from './support/lemonldap-ng.js'
import { logoutSuite } from './support/logout-suite.js'
import { realProviderSuite } from './support/suite.js'

realProviderSuite({ name: 'LemonLDAP::NG', system: lemonldapInstalled, start: lemonldap, postsForms: true })

logoutSuite({ name: 'LemonLDAP::NG', system: lemonldapInstalled, start: lemonldap })
