/** Strings that must not be shown. */
export class Secrets {
  /** Each string, unchanged and in URL encoding. */
  readonly #forms = new Set<string>()

  add(...secrets: readonly (string | undefined)[]): void {
    for (const secret of secrets) {
      if (!secret || this.#forms.has(secret)) continue
      this.#forms.add(secret)
      this.#forms.add(encodeURIComponent(secret))
    }
  }

  isShownBy(text: string): boolean {
    for (const form of this.#forms) if (text.includes(form)) return true
    return false
  }
}
