import type { Page } from 'playwright-core'

/** Collects every URL that a site sends to a browser: redirects, links and loaded resources. */
export function addressesNamedTo(page: Page): () => Promise<readonly string[]> {
  const answers: Promise<string>[] = []
  page.on('response', (response) => {
    const headers = response.allHeaders().then((all) => `${response.url()}\n${Object.values(all).join('\n')}`)
    // Browsers do not keep the body of a redirect.
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
