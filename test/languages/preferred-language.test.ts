import { describe, expect, it } from 'vitest'
import { de, en, fr, preferredLanguage, pt, zh } from '../../src/languages.js'

const tagFor = (accepted: string | null, [first, ...others] = [en, de, fr, pt, zh] as const) =>
  preferredLanguage(first, ...others)({ headers: { get: () => accepted } }).tag

describe('preferredLanguage', () => {
  it.each([
    ['de', 'de'],
    ['de-AT', 'de'],
    ['fr-CA, fr;q=0.9, en;q=0.8', 'fr'],
    ['ko, de;q=0.5, fr;q=0.7', 'fr'],
    ['DE', 'de'],
    ['pt', 'pt-BR'],
    ['pt-PT', 'pt-BR'],
    ['pt-br', 'pt-BR'],
    ['zh-CN', 'zh-Hans'],
    ['zh-Hans-CN', 'zh-Hans'],
    ['zh', 'zh-Hans'],
    ['de;q=0, fr;q=0.1', 'fr'],
    ['ko, *;q=0.5', 'en'],
    ['en;q=0, *', 'de'],
    ['*, en;q=0.1', 'de'],
    ['en;q=0.5, de;q=0.5, *', 'fr'],
    ['en-GB;q=0, *', 'en'],
    ['en;q=0, de;q=0, fr;q=0, pt;q=0, zh;q=0, *', 'en'],
    ['*;q=0.5, de;q=0.1', 'en'],
    ['*;q=0, de;q=0.1', 'de'],
    ['*;q=0', 'en'],
    [' de ; q=0.5 ', 'de'],
    ['de;q=0.5, fr;q=0.5', 'de'],
    ['fr;q=0.999, de;q=1.000', 'de'],
  ])('preferredLanguage chooses the right language for %s', (accepted, tag) => {
    expect(tagFor(accepted)).toBe(tag)
  })

  it.each([
    null,
    '',
    'ko',
    ',,,',
    'de;q=2',
    'de;q=1.5',
    'de;q=1.001',
    'de;q=x',
    '../../de',
    '<script>',
    'de de',
    '-de',
    `${'ko,'.repeat(20)}de`,
    `${' '.repeat(600)}de`,
    ';q='.repeat(100_000),
  ])('preferredLanguage chooses the first language if none in the header is available (%#)', (accepted) => {
    expect(tagFor(accepted)).toBe('en')
    expect(preferredLanguage(de, en)({ headers: { get: () => accepted } }).tag).toBe('de')
  })

  it('preferredLanguage reads a very long header quickly', () => {
    const started = performance.now()
    for (const hostile of ['a-'.repeat(100_000), 'de;q='.repeat(100_000), `${' '.repeat(1_000_000)}x`])
      tagFor(hostile)
    expect(performance.now() - started).toBeLessThan(200)
  })
})
