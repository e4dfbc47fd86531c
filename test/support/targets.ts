import fc from 'fast-check'

/** Redirect targets on other sites, or without a valid URL, each with the id of its security case. */
export const hostileTargets: readonly (readonly [row: string, target: string])[] = [
  ['RD-2', 'https://evil.com/x'],
  ['RD-2', '//evil.com'],
  ['RD-2', '///evil.com'],
  ['RD-4', '/\\evil.com'],
  ['RD-4', '\\\\evil.com'],
  ['RD-4', '/\\/evil.com'],
  ['RD-4', '\\/\\/evil.com'],
  ['RD-5', '/%09/evil.com'],
  ['RD-5', '/\t/evil.com'],
  ['RD-5', '/\n/evil.com'],
  ['RD-5', ' /evil.com'],
  ['RD-5', '\t//evil.com'],
  ['RD-5', '\ufeff/x'],
  ['RD-7', 'https://app.test@evil.com'],
  ['RD-7', 'https://evil.com\\@app.test'],
  ['RD-7', 'https://user:pw@app.test/'],
  ['RD-8', 'https://app.test.evil.com'],
  ['RD-8', 'https://evilapp.test'],
  ['RD-8', 'https://app.test%2eevil.com'],
  ['RD-8', 'https://app.test:443@evil.com'],
  ['RD-10', 'javascript:alert(1)'],
  ['RD-10', 'JaVaScRiPt:alert(1)'],
  ['RD-10', 'data:text/html,x'],
  ['RD-10', 'vbscript:x'],
  ['RD-10', 'blob:https://app.test/x'],
  ['RD-10', 'filesystem:https://app.test/x'],
  ['RD-10', 'about:blank'],
  ['RD-11', 'http://app.test/'],
  ['RD-11', 'https://app.test:8443/'],
  ['RD-13', '/x\r\nSet-Cookie:a=b'],
  ['RD-13', '/x%0d%0aSet-Cookie:a=b'],
  ['RD-22', 'https://app.test//evil.com/..;/'],
  ['RD-22', '//evil.com/..;/'],
]

/** Targets that lead off the site once a framework or a proxy removes the prefix `/app`. */
export const hostileBelowPrefix: readonly (readonly [row: string, target: string])[] = [
  ['prefix', '/app//evil.test/x'],
  ['prefix', '/app/%2fevil.test'],
  ['prefix', '/app/%5cevil.test'],
  ['prefix', '/app/\\evil.test'],
  ['prefix', '/app/.//evil.test'],
  ['prefix', 'https://app.test/app//evil.test/x'],
  ['prefix', '//evil.test'],
]

/** Redirect targets on the site, each with the id of its security case and the expected URL. */
export const plainTargets: readonly (readonly [row: string, target: string, expected: string])[] = [
  ['RD-1', '/a?b=c#d', 'https://app.test/a?b=c#d'],
  ['RD-1', 'https://app.test/a?b=c#d', 'https://app.test/a?b=c#d'],
  ['RD-14', '/日本語?q=é', 'https://app.test/%E6%97%A5%E6%9C%AC%E8%AA%9E?q=%C3%A9'],
  ['RD-14', '/%ff', 'https://app.test/%ff'],
]

const schemes = [
  'http:',
  'https:',
  'HTTPS:',
  'hTTp:',
  'javascript:',
  'data:',
  'blob:',
  'file:',
  'ws:',
  'x-app:',
  '',
]
const slashes = [
  '',
  '/',
  '//',
  '///',
  '\\',
  '\\\\',
  '/\\',
  '\\/',
  '/\t/',
  '/\n/',
  '/%09/',
  '/./',
  '/../',
  '/;/',
]
const userinfo = ['', 'app.test@', 'user:pw@', '@', ':@', 'app.test:443@', 'https://app.test@', '%40', '\\@']
const hosts = [
  ...['app.test', 'APP.TEST', 'app.test.', 'app.test.evil.com', 'evilapp.test', 'app.test%2eevil.com'],
  ...[
    'app.test\u3002',
    'ａpp.test',
    'app。test',
    'xn--app-test',
    'evil.com',
    '[::1]',
    '127.0.0.1',
    '0x7f.1',
    '',
    '\u00adapp.test',
  ],
]
const ports = ['', ':', ':443', ':80', ':8443', ':99999', ':0', ':4a', ':443:443']
const segments = [
  ...[
    'a',
    '..',
    '.',
    '%2e%2e',
    '%2E.',
    '..;',
    '%2f',
    '%5c',
    '%252f',
    '日本',
    '%ff',
    '%',
    '\ud800',
    '\ufeff',
    ' ',
  ],
  ...[
    '\t',
    '\r\n',
    '%0d%0a',
    '%00',
    '\0',
    ';x',
    '\\',
    '//',
    ':',
    '@',
    'evil.com',
    '',
    '"',
    '<',
    '`',
    '{',
    '|',
    '^',
  ],
]
const tails = [
  '',
  '?',
  '?q=é',
  '?next=https://evil.com',
  '?\\',
  '#',
  '#d',
  '#\r\n',
  '?a=%0d%0a',
  '?//evil.com',
  '#//evil.com',
]

/**
 * Strings by the grammar of URLs, well-formed or not: any part may be missing, repeated or replaced by
 * another kind of part.
 */
const urlLike: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('', '', ' ', '\t', '\ufeff', '\u0000'),
    fc.constantFrom(...schemes),
    fc.constantFrom(...slashes),
    fc.constantFrom(...userinfo),
    fc.oneof(
      fc.constantFrom(...hosts),
      fc.domain(),
      fc.ipV6().map((address) => `[${address}]`),
    ),
    fc.constantFrom(...ports),
    fc.array(fc.oneof(fc.constantFrom(...segments), fc.string({ unit: 'binary', maxLength: 4 })), {
      maxLength: 4,
    }),
    fc.constantFrom(...tails),
  )
  .map(([space, scheme, slash, user, host, port, path, tail]) =>
    [space, scheme, slash, user, host, port, path.length > 0 ? `/${path.join('/')}` : '', tail].join(''),
  )

/** Anything that could be sent as a target. */
export const anyTarget: fc.Arbitrary<string> = fc.oneof(
  urlLike,
  urlLike.map((text) => `/${text}`),
  urlLike.map((text) => `https://app.test${text}`),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.webUrl(),
)
