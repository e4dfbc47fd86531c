// biome-ignore lint/suspicious/noTsIgnore: an application without React must be able to compile the declarations of this file.
/** @ts-ignore */
import {
  createElement,
  type FocusEvent,
  Fragment,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
} from 'react'
import type { ClientTypesOf, RegisteredInstance } from '../client.js'
import { signOut } from './page-client.js'
import { useSession } from './session-provider.js'

/** Content, or a function of the session. A server component cannot pass a function. */
export type SessionContent =
  | ReactNode
  | ((session: ClientTypesOf<RegisteredInstance>['session']) => ReactNode)

/** Properties of `SignedIn`. */
export interface SignedInProps {
  /** Shown to signed-in users. */
  children?: SessionContent
  /** Shown until the session has been read. Default: nothing. */
  loading?: ReactNode
}

/** Properties of `SignedOut`. */
export interface SignedOutProps {
  /** Shown if no user is signed in. */
  children?: ReactNode
}

/** Properties of `UserMenu`. */
export interface UserMenuProps {
  /** Items of the menu, such as links. */
  children?: SessionContent
  /** Content of the button that opens the menu. Default: the name or e-mail address of the user, or `Account`. */
  trigger?: SessionContent
  /** Content of the sign-out button. Default: `Sign out`. */
  signOut?: ReactNode
  /** The page to open after signing out. Default: the current page. */
  redirectTo?: string | undefined
  /** Class of the `details` element. */
  className?: string | undefined
}

/**
 * Shows its children to signed-in users. Children that a server component renders are also sent to signed-out users: protect their data on
 * the server. Needs a `SessionProvider`.
 *
 * @example
 * ```tsx
 * import { SignedIn, SignedOut, UserMenu } from 'authwright/react'
 *
 * export function Header() {
 *   return (
 *     <header>
 *       <SignedIn><UserMenu /></SignedIn>
 *       <SignedOut><a href="/api/auth/signin">Sign in</a></SignedOut>
 *     </header>
 *   )
 * }
 * ```
 */
export function SignedIn({ children, loading }: SignedInProps): ReactElement {
  const { status, data } = useSession()
  const shown = status === 'authenticated' ? contentOf(children, data) : null
  return createElement(Fragment, {}, status === 'loading' ? loading : shown)
}

/** Shows its children if no user is signed in. Needs a `SessionProvider`. */
export function SignedOut({ children }: SignedOutProps): ReactElement {
  const { status } = useSession()
  return createElement(Fragment, {}, status === 'unauthenticated' ? children : null)
}

/**
 * A menu for the signed-in user: a `details` element without styles, with a sign-out button. Needs a `SessionProvider`.
 *
 * @example
 * ```tsx
 * import { UserMenu } from 'authwright/react'
 *
 * export function Header() {
 *   return <UserMenu className="menu" redirectTo="/"><a href="/account">Account</a></UserMenu>
 * }
 * ```
 */
export function UserMenu({
  children,
  trigger,
  signOut: label = 'Sign out',
  redirectTo,
  className,
}: UserMenuProps): ReactElement {
  const { status, data } = useSession()
  if (status !== 'authenticated') return createElement(Fragment)
  return createElement(
    'details',
    { className, onKeyDown: closeOnEscape, onBlur: closeOutside },
    createElement('summary', {}, trigger === undefined ? nameOf(data) : contentOf(trigger, data)),
    createElement(
      'div',
      {},
      contentOf(children, data),
      createElement('button', { type: 'button', onClick: () => signOut({ redirectTo }) }, label),
    ),
  )
}

function contentOf(
  content: SessionContent,
  session: ClientTypesOf<RegisteredInstance>['session'],
): ReactNode {
  return typeof content === 'function' ? content(session) : content
}

/** The name to show for a session. `session` callbacks may leave out the user. */
function nameOf(session: unknown): string {
  const { user } = session as { user?: { name?: string | null; email?: string | null } | null }
  return user?.name || user?.email || 'Account'
}

function closeOnEscape({ key, currentTarget }: KeyboardEvent<HTMLDetailsElement>): void {
  if (key !== 'Escape' || !currentTarget.open) return
  currentTarget.open = false
  currentTarget.querySelector('summary')?.focus()
}

/**
 * Closes the menu if the focus moves outside of it. `relatedTarget` is `null` after a click on an element that cannot
 * have the focus. Such an element may be inside the menu, so the menu stays open.
 */
function closeOutside({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>): void {
  if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.open = false
}
