import { describe, expect, test } from 'vitest'
import { type Act, comeBack, form, get } from './parity/exchanges.js'
import { type SiteOptions, type World, worlds } from './parity/world.js'

/*
 * The calls that the application receives for each way to sign in, in order, with their parameters. `both`
 * lists the parameters of Auth.js. `ours` lists those of Authwright if they differ.
 */

/** Describes a parameter in one word: its kind and its owner. */
function word(name: string, value: any): string {
  switch (name) {
    case 'user':
      return `user(${value.email})`
    case 'account':
      return `account(${value.provider}/${value.providerAccountId} ${value.type}${value.access_token ? ' tokens' : ''}${value.userId ? ' userId' : ''})`
    case 'profile':
      return 'sub' in value ? 'profile(raw)' : `profile(${value.email})`
    case 'token':
      return `token(${value.sub ? 'sub' : ''}${value.exp ? ' exp' : ''})`
    case 'session':
      return typeof value === 'string'
        ? `session(${value})`
        : `session(${Object.keys(value).sort().join(' ')})`
    case 'intent':
      return `intent(${value})`
    case 'isNewUser':
      return `isNewUser(${value})`
    default:
      return name
  }
}

function tell(what: string, parameters: object): string {
  if (what.startsWith('adapter.')) return what
  const words = Object.entries(parameters)
    .filter(([, value]) => value !== undefined)
    // Only Authwright passes `provider` and `verifiedEmail`. The recorded name of a callback already contains `trigger`.
    .filter(([name]) => !['provider', 'verifiedEmail', 'trigger'].includes(name))
    .map(([name, value]) => word(name, value))
  return `${what}: ${words.sort().join(' ')}`
}

interface Case {
  readonly name: string
  readonly site?: SiteOptions
  /** Requests before the recorded one. */
  readonly before?: (world: World) => Promise<unknown>
  readonly act: Act
  readonly both: readonly string[]
  readonly ours?: readonly string[]
  /** The `intent` that `callbacks.signIn` of Authwright receives. */
  readonly intent?: 'signIn' | 'signUp' | 'link'
}

const stored: SiteOptions = { adapter: true }
const tokens: SiteOptions = { adapter: true, strategy: 'jwt' }
const ada = 'ada@example.com'
const acme = 'acme/ada oidc tokens'

const signedIn = comeBack('acme')

const signedOut = async (world: World): Promise<void> => {
  await signedIn(world)
  await form('/auth/signout')(world)
}

/** Links the account of a second provider, which is plain OAuth. Auth.js links without the field. */
const hub: Act = async (world) => {
  world.idp.misbehave({
    token: ({ id_token: _, ...answer }) => answer,
    callback: (params) => {
      params.delete('iss')
      return params
    },
  })
  return comeBack('hub', { link: 'true' })(world)
}

const stranger = async ({ adapter }: World): Promise<void> => {
  await adapter?.createUser?.({ email: ada, emailVerified: new Date() })
}

const cases: readonly Case[] = [
  {
    name: 'a new user, sessions in the database',
    intent: 'signUp',
    site: stored,
    act: signedIn,
    both: [
      `callbacks.signIn: account(${acme}) profile(raw) user(${ada})`,
      'adapter.createUser',
      `events.createUser: user(${ada})`,
      'adapter.linkAccount',
      `events.linkAccount: account(${acme}) profile(${ada}) user(${ada})`,
      'adapter.createSession',
      `events.signIn: account(${acme}) isNewUser(true) profile(raw) user(${ada})`,
    ],
    // A user whose account cannot be linked is deleted again, so `createUser` was not reported.
    ours: [
      `callbacks.signIn: account(${acme}) profile(raw) user(${ada})`,
      'adapter.createUser',
      'adapter.linkAccount',
      `events.createUser: user(${ada})`,
      `events.linkAccount: account(${acme}) profile(${ada}) user(${ada})`,
      'adapter.createSession',
      `events.signIn: account(${acme}) isNewUser(true) profile(raw) user(${ada})`,
    ],
  },
  {
    name: 'a new user, session tokens',
    intent: 'signUp',
    site: tokens,
    act: signedIn,
    both: [
      `callbacks.signIn: account(${acme}) profile(raw) user(${ada})`,
      'adapter.createUser',
      `events.createUser: user(${ada})`,
      'adapter.linkAccount',
      `events.linkAccount: account(${acme}) profile(${ada}) user(${ada})`,
      `callbacks.jwt signUp: account(${acme}) isNewUser(true) profile(raw) token(sub) user(${ada})`,
      `events.signIn: account(${acme}) isNewUser(true) profile(raw) user(${ada})`,
    ],
    ours: [
      `callbacks.signIn: account(${acme}) profile(raw) user(${ada})`,
      'adapter.createUser',
      'adapter.linkAccount',
      `events.createUser: user(${ada})`,
      `events.linkAccount: account(${acme}) profile(${ada}) user(${ada})`,
      `callbacks.jwt signUp: account(${acme}) isNewUser(true) profile(raw) token(sub) user(${ada})`,
      `events.signIn: account(${acme}) isNewUser(true) profile(raw) user(${ada})`,
    ],
  },
  {
    name: 'a known account, sessions in the database',
    intent: 'signIn',
    site: stored,
    before: signedOut,
    act: signedIn,
    both: [
      `callbacks.signIn: account(${acme}) profile(raw) user(${ada})`,
      'adapter.createSession',
      `events.signIn: account(${acme}) isNewUser(false) profile(raw) user(${ada})`,
    ],
    ours: [
      `callbacks.signIn: account(${acme}) profile(raw) user(${ada})`,
      'adapter.updateAccount',
      'adapter.createSession',
      `events.signIn: account(${acme}) isNewUser(false) profile(raw) user(${ada})`,
    ],
  },
  {
    name: 'a known account, session tokens',
    intent: 'signIn',
    site: tokens,
    before: signedOut,
    act: signedIn,
    both: [
      `callbacks.signIn: account(${acme}) profile(raw) user(${ada})`,
      `callbacks.jwt signIn: account(${acme}) isNewUser(false) profile(raw) token(sub) user(${ada})`,
      `events.signIn: account(${acme}) isNewUser(false) profile(raw) user(${ada})`,
    ],
    ours: [
      `callbacks.signIn: account(${acme}) profile(raw) user(${ada})`,
      'adapter.updateAccount',
      `callbacks.jwt signIn: account(${acme}) isNewUser(false) profile(raw) token(sub) user(${ada})`,
      `events.signIn: account(${acme}) isNewUser(false) profile(raw) user(${ada})`,
    ],
  },
  {
    name: 'linking while signed in, session tokens',
    intent: 'link',
    site: tokens,
    before: signedIn,
    act: hub,
    both: [
      `callbacks.signIn: account(hub/ada oauth tokens) profile(raw) user(${ada})`,
      'adapter.linkAccount',
      `events.linkAccount: account(hub/ada oauth tokens) profile(${ada}) user(${ada})`,
      `callbacks.jwt signIn: account(hub/ada oauth tokens) isNewUser(false) profile(raw) token(sub) user(${ada})`,
      `events.signIn: account(hub/ada oauth tokens) isNewUser(false) profile(raw) user(${ada})`,
    ],
  },
  {
    name: 'linking while signed in, sessions in the database',
    intent: 'link',
    site: stored,
    before: signedIn,
    act: hub,
    both: [
      `callbacks.signIn: account(hub/ada oauth tokens) profile(raw) user(${ada})`,
      'adapter.linkAccount',
      `events.linkAccount: account(hub/ada oauth tokens) profile(${ada}) user(${ada})`,
      `events.signIn: account(hub/ada oauth tokens) isNewUser(false) profile(raw) user(${ada})`,
    ],
    // In Authwright, every sign-in starts a new session and ends the previous session.
    ours: [
      `callbacks.signIn: account(hub/ada oauth tokens) profile(raw) user(${ada})`,
      'adapter.linkAccount',
      `events.linkAccount: account(hub/ada oauth tokens) profile(${ada}) user(${ada})`,
      'adapter.createSession',
      'adapter.deleteSession',
      `events.signIn: account(hub/ada oauth tokens) isNewUser(false) profile(raw) user(${ada})`,
    ],
  },
  {
    name: 'an e-mail address that belongs to another user',
    site: tokens,
    before: stranger,
    act: signedIn,
    both: [`callbacks.signIn: account(${acme}) profile(raw) user(${ada})`],
    // Authwright refuses this sign-in before it calls a callback.
    ours: [],
  },
  {
    name: 'an e-mail address that may be linked',
    intent: 'link',
    site: { ...tokens, acme: { allowDangerousEmailAccountLinking: true } },
    before: stranger,
    act: signedIn,
    both: [
      `callbacks.signIn: account(${acme}) profile(raw) user(${ada})`,
      `events.createUser: user(${ada})`,
      'adapter.linkAccount',
      `events.linkAccount: account(${acme}) profile(${ada}) user(${ada})`,
      `callbacks.jwt signIn: account(${acme}) isNewUser(false) profile(raw) token(sub) user(${ada})`,
      `events.signIn: account(${acme}) isNewUser(false) profile(raw) user(${ada})`,
    ],
    // Authwright does not call `events.createUser`, because no user is created.
    ours: [
      `callbacks.signIn: account(${acme}) profile(raw) user(${ada})`,
      'adapter.linkAccount',
      `events.linkAccount: account(${acme}) profile(${ada}) user(${ada})`,
      `callbacks.jwt signIn: account(${acme}) isNewUser(false) profile(raw) token(sub) user(${ada})`,
      `events.signIn: account(${acme}) isNewUser(false) profile(raw) user(${ada})`,
    ],
  },
  {
    name: 'no database',
    intent: 'signIn',
    act: signedIn,
    both: [
      `callbacks.signIn: account(${acme}) profile(raw) user(${ada})`,
      `callbacks.jwt signIn: account(${acme}) profile(raw) token(sub) user(${ada})`,
      `events.signIn: account(${acme}) profile(raw) user(${ada})`,
    ],
    // In Authwright, `isNewUser` is always a boolean.
    ours: [
      `callbacks.signIn: account(${acme}) profile(raw) user(${ada})`,
      `callbacks.jwt signIn: account(${acme}) isNewUser(false) profile(raw) token(sub) user(${ada})`,
      `events.signIn: account(${acme}) isNewUser(false) profile(raw) user(${ada})`,
    ],
  },
  {
    name: 'credentials',
    intent: 'signIn',
    act: form('/auth/callback/credentials', { username: 'ada', password: 'right' }),
    both: [
      `callbacks.signIn: account(credentials/u1 credentials) credentials user(${ada})`,
      `callbacks.jwt signIn: account(credentials/u1 credentials) isNewUser(false) token(sub) user(${ada})`,
      `events.signIn: account(credentials/u1 credentials) user(${ada})`,
    ],
    ours: [
      `callbacks.signIn: account(credentials/u1 credentials) credentials user(${ada})`,
      `callbacks.jwt signIn: account(credentials/u1 credentials) isNewUser(false) token(sub) user(${ada})`,
      `events.signIn: account(credentials/u1 credentials) isNewUser(false) user(${ada})`,
    ],
  },
  {
    name: 'a sign-in that the application refuses',
    intent: 'signUp',
    site: tokens,
    before: async ({ conduct }) => {
      conduct.signIn = () => false
    },
    act: signedIn,
    both: [`callbacks.signIn: account(${acme}) profile(raw) user(${ada})`],
  },
  {
    name: 'reading a session token',
    before: signedIn,
    act: get('/auth/session'),
    both: [
      'callbacks.jwt read: token(sub exp)',
      'callbacks.session: session(expires user) token(sub exp)',
      'events.session: session(expires user) token(sub exp)',
    ],
  },
  {
    name: 'changing a session token',
    before: signedIn,
    act: form('/auth/session', { data: 'x' }),
    both: [
      'callbacks.jwt update: session(x) token(sub exp)',
      'callbacks.session: session(expires user) token(sub exp)',
      'events.session: session(expires user) token(sub exp)',
    ],
    // The callback receives the data of `update` with both strategies.
    ours: [
      'callbacks.jwt update: session(x) token(sub exp)',
      'callbacks.session: newSession session(expires user) token(sub exp)',
      'events.session: session(expires user) token(sub exp)',
    ],
  },
  {
    name: 'ending a session token',
    before: signedIn,
    act: form('/auth/signout'),
    both: ['events.signOut: token(sub exp)'],
  },
  {
    name: 'reading a session of the database',
    site: stored,
    before: signedIn,
    act: get('/auth/session'),
    both: [
      `callbacks.session: session(expires sessionToken user userId) user(${ada})`,
      'events.session: session(expires user)',
    ],
    // Authwright does not pass the session token to callbacks.
    ours: [
      `callbacks.session: session(expires user) user(${ada})`,
      `events.session: session(expires user) user(${ada})`,
    ],
  },
  {
    name: 'changing a session of the database',
    site: stored,
    before: signedIn,
    act: form('/auth/session', { data: 'x' }),
    both: [
      `callbacks.session: newSession session(expires sessionToken user userId) user(${ada})`,
      'events.session: session(expires user)',
    ],
    ours: [
      `callbacks.session: newSession session(expires user) user(${ada})`,
      `events.session: session(expires user) user(${ada})`,
    ],
  },
  {
    name: 'ending a session of the database',
    site: stored,
    before: signedIn,
    act: form('/auth/signout'),
    both: ['adapter.deleteSession', 'events.signOut: session(expires sessionToken userId)'],
  },
]

describe.each(cases)('$name', ({ name, site = {}, before, act, both, ours = both, intent }) => {
  const toldBy = async (library: World['library']): Promise<readonly string[]> => {
    const [theirWorld, ourWorld] = await worlds({ ...site, tell })
    const world = library === 'Auth.js' ? theirWorld : ourWorld
    await before?.(world)
    world.told = []
    await act(world)
    return world.told
  }

  test(`Auth.js makes the listed calls: ${name}`, async () => {
    expect(await toldBy('Auth.js')).toEqual(both)
  })

  test(`Authwright makes the listed calls: ${name}`, async () => {
    const expected = ours.map((line) =>
      line.startsWith('callbacks.signIn') ? line.replace(/ (?=profile|user)/, ` intent(${intent}) `) : line,
    )
    expect(await toldBy('Authwright')).toEqual(expected)
  })
})
