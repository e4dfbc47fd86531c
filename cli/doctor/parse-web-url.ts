/** Rejects `localhost:3000`, which `URL` reads as a URL with the scheme `localhost:`. */
export function webUrl(url: string | undefined): URL | undefined {
  return url !== undefined && /^https?:/i.test(url) && URL.canParse(url) ? new URL(url) : undefined
}
