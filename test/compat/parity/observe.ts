/** The observable parts of a response, by name. */
export type Observation = ReadonlyMap<string, string>

/** A part in which the responses of the two libraries differ. */
export interface Difference {
  readonly exchange: string
  /** The differing part, such as `status` or `cookie session`. */
  readonly what: string
  readonly theirs: string
  readonly ours: string
}

export async function observe(response: Response, told: readonly string[]): Promise<Observation> {
  const seen = new Map<string, string>([['status', String(response.status)]])
  for (const name of ['content-type', 'cache-control', 'allow', 'retry-after']) {
    const value = response.headers.get(name)
    if (value !== null) seen.set(name, value)
  }
  for (const [name, value] of addressOf('location', response.headers.get('location'))) seen.set(name, value)
  for (const line of response.headers.getSetCookie()) {
    const [name, value] = cookieOf(line)
    seen.set(name, value)
  }
  for (const [name, value] of bodyOf(response.headers.get('content-type') ?? '', await response.text())) {
    seen.set(name, value)
  }
  if (told.length > 0) seen.set('told', told.join(', '))
  return seen
}

export function compare(exchange: string, theirs: Observation, ours: Observation): Difference[] {
  const names = [...new Set([...theirs.keys(), ...ours.keys()])].sort()
  return names
    .map((what) => ({
      exchange,
      what,
      theirs: theirs.get(what) ?? 'nothing',
      ours: ours.get(what) ?? 'nothing',
    }))
    .filter((difference) => difference.theirs !== difference.ours)
}

export function textOf({ exchange, what, theirs, ours }: Difference): string {
  return `${exchange} | ${what}: ${theirs} → ${ours}`
}

/** The parts of a URL: its target and each parameter. */
function addressOf(name: string, address: string | null): [string, string][] {
  if (address === null) return []
  const url = URL.canParse(address, 'https://app.test') ? new URL(address, 'https://app.test') : undefined
  if (!url) return [[name, address]]
  const params = [...url.searchParams].map(([key, value]): [string, string] => [
    `${name} ?${key}`,
    withoutChance(value),
  ])
  return [[name, url.origin + url.pathname], ...params]
}

function cookieOf(line: string): [string, string] {
  const [pair = '', ...attributes] = line.split('; ')
  const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
  const role = name.replace(/^__(?:Host|Secure)-/, '').replace(/^(authwright\.flow)\..+/, '$1')
  const kept = attributes.map((each) => each.replace(/^Expires=.*/, 'Expires')).sort()
  return [
    `cookie ${role}`,
    [value === '' ? 'removed' : 'set', name.replace(/\.[\w-]{20,}$/, ''), ...kept].join('; '),
  ]
}

function bodyOf(type: string, text: string): [string, string][] {
  if (text === '') return []
  if (type.startsWith('text/html')) return pageOf(text)
  const body = type.startsWith('application/json') ? JSON.parse(text) : text
  const url = typeof body === 'object' && body !== null && 'url' in body ? String(body.url) : undefined
  if (url !== undefined) return addressOf('body url', url)
  return [['body', withoutChance(JSON.stringify(body))]]
}

/** The forms of a page: their targets and fields. The appearance of a page is not compared. */
function pageOf(html: string): [string, string][] {
  const forms = [...html.matchAll(/<form([^>]*)>([\s\S]*?)<\/form>/g)].map(
    ([, attributes = '', inside = '']) => {
      const action = /action="([^"]*)"/.exec(attributes)?.[1] ?? ''
      const names = [...inside.matchAll(/<input[^>]*\bname="([^"]+)"/g)].map(([, name]) => name)
      return `${new URL(action, 'https://app.test/auth/').pathname}(${names.join(' ')})`
    },
  )
  return [['body', ['page', ...forms].join(' ')]]
}

/** Replaces random values and dates, which differ each time. */
function withoutChance(text: string): string {
  return text
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<date>')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uuid>')
    .replace(/[\w-]{43,}(?:\.[\w-]*)*/g, '<random>')
    .replace(/[\w-]{20,22}\.<random>/g, '<random>')
}
