import {
  SessionProvider,
  type SessionProviderProps,
  SignedIn,
  type SignedInProps,
  SignedOut,
  UserMenu,
  useSession,
} from 'authwright/react'
import { createElement, type ReactElement, useEffect, useState } from 'react'

/** Data that the server passes to the page that it renders. */
export interface PageProps extends Pick<SessionProviderProps, 'session' | 'refetchInterval' | 'basePath'> {
  /** Whether only signed-in users see the page. */
  members?: boolean
}

/** An application that shows the signed-in user, and updates the session after an action of the server. */
export function Page({ members = false, ...props }: PageProps): ReactElement {
  const [given, setGiven] = useState<typeof props>()
  // Like in a framework, the action runs on the server, which then renders the page again.
  const act = async (action: string): Promise<void> => {
    const response = await fetch(action, { method: 'POST' })
    setGiven({ ...props, session: await response.json() })
  }
  useEffect(() => void document.documentElement.setAttribute('data-ready', ''), [])
  return createElement(
    SessionProvider,
    { onError: () => {}, ...(given ?? props) },
    createElement(Account, { members }),
    createElement(Greeting),
    createElement(SignedOut, {}, greeting('Welcome, stranger')),
    createElement(UserMenu, { redirectTo: '/late' }, createElement('a', { href: '/' }, 'Settings')),
    createElement('button', { type: 'button', onClick: () => act('/actions/enter') }, 'Enter by action'),
    createElement('button', { type: 'button', onClick: () => act('/actions/leave') }, 'Leave by action'),
    // Rendered only after an action has returned a session.
    given?.session ? createElement(Members) : undefined,
  )
}

const greeting = (text: string): ReactElement => createElement('p', { className: 'greeting' }, text)

function Greeting(): ReactElement {
  const children: SignedInProps['children'] = ({ user }) => greeting(`Welcome back, ${user?.name}`)
  return SignedIn({ loading: greeting('Please wait'), children })
}

function Account({ members }: { members: boolean }): ReactElement {
  const { status, data, update, error } = useSession({ required: members })
  const [problem, setProblem] = useState('')
  const rename = (name: unknown): void => {
    update({ name }).catch(({ message }: Error) => setProblem(message))
  }
  return createElement(
    'main',
    {},
    createElement('p', { role: 'status' }, data ? `Signed in as ${data.user?.name}` : status),
    createElement(
      'p',
      { id: 'problem' },
      problem || (error ? `Out of reach: ${error.status ?? 'no answer'}` : ''),
    ),
    createElement('button', { type: 'button', onClick: () => rename('Countess') }, 'Rename'),
    createElement('button', { type: 'button', onClick: () => rename(5) }, 'Rename wrongly'),
  )
}

function Members(): ReactElement {
  const { data } = useSession({ required: true })
  return createElement('p', { id: 'members' }, data ? `Welcome, ${data.user?.name}` : 'Loading')
}
