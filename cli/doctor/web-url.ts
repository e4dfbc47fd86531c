/** Parses an absolute URL of a site. `localhost:3000` is a URL with the scheme `localhost:`, so it is none. */
export function webUrl(url: string | undefined): URL | undefined {
  return url !== undefined && /^https?:/i.test(url) && URL.canParse(url) ? new URL(url) : undefined
}
