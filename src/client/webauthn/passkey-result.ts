/** How a sign-in with a passkey ended. */
export type PasskeyResult =
  | { readonly ok: true; readonly url: string }
  /** `error` is the type of an error of `authwright/errors`; `url` is a page that explains it. */
  | { readonly ok: false; readonly error: string; readonly url: string | undefined }
