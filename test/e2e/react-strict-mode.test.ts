import { expect, test } from 'vitest'
import { renderer } from './react/renderer.js'
import { clientTabs } from './support/client-tabs.js'

const { open, shows, reads, enter } = clientTabs({ ...renderer, isDevelopment: true })

test('in React strict mode, a page rendered without session data fetches the session only once', async () => {
  await enter(await open())
  const before = reads()
  const page = await open('/late?strict')
  await shows(page, 'Signed in as Ada')
  await page.waitForTimeout(300)
  expect(reads()).toBe(before + 1)
})
