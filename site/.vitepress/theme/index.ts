import TwoslashFloatingVue from '@shikijs/vitepress-twoslash/client'
import { hideAllPoppers } from 'floating-vue'
import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme'
import '@shikijs/vitepress-twoslash/style.css'
import './style.css'

const name = '.twoslash-hover [tabindex]'

/** In a block, the Tab key reaches only one of the names with types. Arrow keys move between them. Escape hides the type. */
function onKey(event: KeyboardEvent) {
  if (event.key === 'Escape') {
    // The library keeps a type open if the pointer last moved towards it.
    dispatchEvent(new MouseEvent('mousemove', { clientX: -1, clientY: -1 }))
    hideAllPoppers()
  }
  const step = new Map([
    ['ArrowLeft', -1],
    ['ArrowRight', 1],
  ]).get(event.key)
  const current = document.activeElement
  if (step === undefined || !(current instanceof HTMLElement && current.matches(name))) return
  const names = [...(current.closest('pre')?.querySelectorAll<HTMLElement>(name) ?? [])]
  const next = names[names.indexOf(current) + step]
  event.preventDefault()
  if (next === undefined) return
  current.tabIndex = -1
  next.tabIndex = 0
  next.focus()
}

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    const triggers = ['hover', 'focus', 'touch']
    app.use(TwoslashFloatingVue, {
      theme: {
        twoslash: {
          $extend: 'dropdown',
          triggers,
          popperTriggers: ['hover', 'touch'],
          placement: 'bottom-start',
          overflowPadding: 10,
          handleResize: false,
          instantMove: true,
          flip: false,
          autoBoundaryMaxSize: true,
          // Keeps the focus on the name, so that the arrow keys work.
          noAutoFocus: true,
        },
      },
    })
    if (!import.meta.env.SSR) addEventListener('keydown', onKey)
  },
} satisfies Theme
