import {
  createSession,
  getCsrfToken,
  getProviders,
  getSession,
  Protected,
  signIn,
  signInWithPasskey,
  signOut,
} from 'authwright/solid'
import { createEffect, createSignal, type JSX } from 'solid-js'
import { render } from 'solid-js/web'

interface Known {
  readonly user: { readonly name?: string | null | undefined }
}

const seen: string[] = []
const root = document.getElementById('root') as HTMLElement
const watch = (): void => {
  const shown = document.querySelector('[role=status]')?.textContent
  if (shown && seen.at(-1) !== shown) seen.push(shown)
}
new MutationObserver(watch).observe(root, { subtree: true, childList: true, characterData: true })

/** Functions that a test calls like code of an application. */
Object.assign(globalThis, {
  seen,
  client: { getCsrfToken, getProviders, getSession, signIn, signInWithPasskey, signOut },
})

const {
  session: first,
  members,
  refetchInterval,
} = JSON.parse(document.getElementById('props')?.textContent ?? '{}')

/** An element whose text follows signals, like compiled JSX. */
function text(tag: string, attributes: Record<string, string>, content: () => string): HTMLElement {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  createEffect(() => {
    element.textContent = content()
  })
  return element
}

function button(label: string, act: () => unknown): HTMLElement {
  const element = text('button', { type: 'button' }, () => label)
  element.addEventListener('click', () => void act())
  return element
}

/** An application that shows the signed-in user, and updates the session after an action of the server. */
function App(): JSX.Element {
  const [given, setGiven] = createSignal<Known | null | undefined>(first)
  const [problem, setProblem] = createSignal('')
  const session = createSession({ session: given as () => never, refetchInterval, onError: () => {} })
  const rename = (name: unknown): Promise<void> =>
    session.update({ name }).then(
      () => {},
      ({ message }: Error) => void setProblem(message),
    )
  const act = async (action: string): Promise<void> => {
    setGiven(await (await fetch(action, { method: 'POST' })).json())
  }
  return [
    text('p', { role: 'status' }, () =>
      session.status === 'authenticated' ? `Signed in as ${session()?.user.name}` : session.status,
    ),
    text('p', { id: 'problem' }, () => {
      const { error } = session
      return problem() || (error ? `Out of reach: ${error.status ?? 'no answer'}` : '')
    }),
    button('Rename', () => rename('Countess')),
    button('Rename wrongly', () => rename(5)),
    button('Enter by action', () => act('/actions/enter')),
    button('Leave by action', () => act('/actions/leave')),
    Protected({
      session,
      ...(members ? {} : { fallback: text('p', {}, () => 'For members alone') }),
      children: (known) => text('p', { id: 'members' }, () => `Welcome, ${known().user.name}`),
    }),
  ]
}

render(App, root)
document.documentElement.setAttribute('data-ready', '')
