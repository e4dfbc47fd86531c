import { createAuth, type SessionInfo } from 'authwright'
import { memory } from 'authwright/adapters/memory'
import { sqlite } from 'authwright/adapters/sqlite'
import { github } from 'authwright/providers/github'
import { expectTypeOf } from 'expect-type'
import { request } from './fixtures.js'

// A session in the database can be listed, and ended by whoever knows its id.
const stored = createAuth().provider(github()).adapter(memory()).build()
expectTypeOf(await stored.sessions.list('user')).toEqualTypeOf<readonly SessionInfo[]>()
expectTypeOf(await stored.sessions.current(request)).toEqualTypeOf<SessionInfo | null>()
await stored.sessions.revoke('session', { request })
await stored.sessions.revokeAll('user')
createAuth().provider(github()).adapter(sqlite('auth.db')).build().sessions.list('user')

// A session in a cookie can be ended, and is nowhere listed.
const sealed = createAuth().provider(github()).build()
await sealed.sessions.revoke('session')
await sealed.sessions.revokeAll('user')
// @ts-expect-error There is no list of cookies.
sealed.sessions.list
createAuth()
  .session({ strategy: 'jwt' })
  .provider(github())
  .adapter(memory())
  .build()
  // @ts-expect-error The strategy decides, not the adapter.
  .sessions.list('user')

// The object and the lazy form say the same.
createAuth({ providers: [github()], adapter: memory() })
  .build()
  .sessions.list('user')
createAuth(() => createAuth().provider(github()).adapter(memory()))
  .build()
  .sessions.list('user', { request })
