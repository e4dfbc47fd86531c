import type { Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { type Demo, newPlace, type Place, startDemo } from './demo.js'
import { usePages } from './pages.js'

/**
 * Timeout in milliseconds for slow tests: a build, an installation, or many steps in a browser.
 */
export const patience = 120_000

/** State that the tests of a file share. */
export interface Suite {
  readonly demo: Demo
  readonly place: Place
  /** Opens a page in a new browser without cookies. */
  visit(): Promise<Page>
}

/** Starts a browser and a demo for the tests of a file, and ends both after them. */
export function useDemo(): Suite {
  let demo: Demo
  let place: Awaited<ReturnType<typeof newPlace>>
  const visit = usePages()

  beforeAll(async () => {
    place = await newPlace()
    demo = await startDemo(place)
  }, patience)
  afterAll(async () => {
    await demo?.stop()
    place?.clear()
  }, patience)

  return {
    get demo() {
      return demo
    },
    get place() {
      return place
    },
    visit,
  }
}
