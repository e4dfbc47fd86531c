import { isHexColor } from '../../options/pages-options.js'
import type { MarkPath, ProviderStyle } from '../../providers/kinds/common-provider.js'
import { type Html, html, imageUrl } from '../http/html.js'
import { initial } from './document.js'

/** What is drawn of a provider. */
export interface ProviderMarkProps {
  readonly name: string
  readonly style?: ProviderStyle | undefined
}

/** The picture on a provider's button: its logo, its mark, or the first letter of its name. */
export function renderProviderMark({ name, style }: ProviderMarkProps, host: string): Html {
  const logo = imageUrl(style?.logo, host)
  if (logo !== undefined) return html`<img class="mark" src="${logo}" alt="" width="20" height="20">`
  const paths = pathsOf(style?.mark)
  if (paths === undefined) {
    return html`<span class="mark monogram" aria-hidden="true">${initial(name)}</span>`
  }
  return html`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true">${paths.map(
    ({ d, fill }) => html`<path fill="${fill}" d="${d}"/>`,
  )}</svg>`
}

/** The characters of path data. @see https://www.w3.org/TR/SVG2/paths.html#PathDataBNF */
const PATH_DATA = /^[Mm][\d\s,.+MmZzLlHhVvCcSsQqTtAaEe-]+$/

/** The paths of a mark, or `undefined` where one is no path, since provider objects come from other packages, too. */
function pathsOf(mark: ProviderStyle['mark']): readonly MarkPath[] | undefined {
  if (typeof mark === 'string') return PATH_DATA.test(mark) ? [{ d: mark, fill: 'currentColor' }] : undefined
  return Array.isArray(mark) && mark.length > 0 && mark.every(isPath) ? mark : undefined
}

function isPath(path: unknown): boolean {
  const { d, fill } = Object(path) as Record<keyof MarkPath, unknown>
  return typeof d === 'string' && PATH_DATA.test(d) && isHexColor(fill)
}
