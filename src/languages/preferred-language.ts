import type { Language, LanguageOf } from '../options/language.js'

const MAX_LENGTH = 500

/** Browsers send fewer than ten. */
const MAX_RANGES = 20

/**
 * Returns a function that chooses the language of each response by the `Accept-Language` header, or `first` if none matches. For each
 * language of the user, it looks for the same tag, then for a shorter tag, then for another variety of the language.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { de, en, fr, preferredLanguage } from 'authwright/languages'
 * import { github } from 'authwright/providers/github'
 *
 * export const auth = createAuth()
 *   .provider(github())
 *   .options({ language: preferredLanguage(en, de, fr) })
 *   .build()
 * ```
 * @see https://www.rfc-editor.org/rfc/rfc9110.html#section-12.5.4
 * @see https://www.rfc-editor.org/rfc/rfc4647.html#section-3.4
 */
export function preferredLanguage(first: Language, ...others: readonly Language[]): LanguageOf {
  const languages = [first, ...others]
  return ({ headers }) => preferred(languages, headers.get('accept-language') ?? '') ?? first
}

function preferred(languages: readonly Language[], accepted: string): Language | undefined {
  const ranges = rangesOf(accepted)
  for (const { range, quality } of ranges) {
    if (quality === 0) return undefined
    // The range `*` matches every language that no other range matches.
    const found =
      range === '*'
        ? languages.find(({ tag }) => !ranges.some((each) => isWithin(tag, each.range)))
        : lookUp(languages, range)
    if (found) return found
  }
  return undefined
}

function lookUp(languages: readonly Language[], range: string): Language | undefined {
  const parts = range.split('-')
  const shorter = parts.map((_, index) => parts.slice(0, parts.length - index).join('-'))
  return (
    shorter.map((tag) => languages.find((each) => each.tag.toLowerCase() === tag)).find(Boolean) ??
    languages.find((each) => primary(each.tag) === primary(range))
  )
}

interface Range {
  /** In lower case. */
  readonly range: string
  readonly quality: number
}

/** The languages in an `Accept-Language` header, with the highest quality first. */
function rangesOf(accepted: string): readonly Range[] {
  return accepted
    .slice(0, MAX_LENGTH)
    .toLowerCase()
    .split(',', MAX_RANGES)
    .flatMap((entry) => {
      const [, range, quality = '1'] =
        /^\s*([a-z]{1,8}(?:-[a-z\d]{1,8})*|\*)\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/.exec(
          entry,
        ) ?? []
      return range === undefined ? [] : [{ range, quality: Number(quality) }]
    })
    .sort((one, other) => other.quality - one.quality)
}

/** Whether `de-AT`, for example, is within `de`. */
function isWithin(tag: string, range: string): boolean {
  return `${tag.toLowerCase()}-`.startsWith(`${range}-`)
}

/** Returns `de` for `de-AT`. */
function primary(tag: string): string {
  return tag.split('-', 1)[0]?.toLowerCase() ?? ''
}
