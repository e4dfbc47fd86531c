import type { Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { type Demo, newPlace, type Place, startDemo } from './demo.js'
import { usePages } from './pages.js'

/**
 * Milliseconds for a test that takes many seconds: a build, an installation, or a long story in the browser.
 */
export const patience = 120_000

/** State that the tests of a file share. */
export interface Suite {
  readonly demo: Demo
  readonly place: Place
  /** Opens a page in a new browser without cookies. */
  visit(): Promise<Page>
}

/** Starts a separate browser and demo for the tests of a file, and ends both with them. */
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
