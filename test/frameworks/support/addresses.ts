import type { Page } from 'playwright-core'

/** Collects every address that a site names to a browser: where it sends it, what it links to, what it loads. */
export function addressesNamedTo(page: Page): () => Promise<readonly string[]> {
  const answers: Promise<string>[] = []
  page.on('response', (response) => {
    const headers = response.allHeaders().then((all) => `${response.url()}\n${Object.values(all).join('\n')}`)
    // A redirect has no body that a browser would keep.
    const body = response.text().catch(() => '')
    answers.push(Promise.all([headers, body]).then((parts) => parts.join('\n')))
  })
  return async () => {
    const said = decodeURIComponent(
      (await Promise.all(answers)).join('\n').replaceAll(/%(?![0-9a-f]{2})/gi, '%25'),
    )
    return [...new Set([...said.matchAll(/https?:\/\/[\w.-]+(?::\d+)?/g)].map(([address]) => address))]
  }
}
