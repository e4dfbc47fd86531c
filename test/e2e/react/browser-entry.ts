import { getCsrfToken, getProviders, getSession, signIn, signInWithPasskey, signOut } from 'authwright/react'
import { createElement, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { Page } from './page.js'

const seen: string[] = []
const root = document.getElementById('root') as HTMLElement
const watch = (): void => {
  const shown = document.querySelector('[role=status]')?.textContent
  if (shown && seen.at(-1) !== shown) seen.push(shown)
}
watch()
new MutationObserver(watch).observe(root, { subtree: true, childList: true, characterData: true })

/** Functions that a test calls like code of an application. */
Object.assign(globalThis, {
  seen,
  client: { getCsrfToken, getProviders, getSession, signIn, signInWithPasskey, signOut },
})

const props = JSON.parse(document.getElementById('props')?.textContent ?? '{}')
const page = createElement(Page, props)
// Strict mode runs effects twice when a component is mounted.
if (location.search === '?strict') createRoot(root).render(createElement(StrictMode, {}, page))
else hydrateRoot(root, page)
