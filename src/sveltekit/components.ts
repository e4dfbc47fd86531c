// biome-ignore lint/suspicious/noTsIgnore: an application without Svelte must be able to compile the declarations of this file.
/** @ts-ignore */
import type { Component, Snippet } from 'svelte'
import type { RegisteredProviderId } from '../builder/registered-types.js'
import type { SignInRefusal } from '../frameworks/sveltekit/sveltekit-auth.js'
import SignInComponent from './SignIn.svelte'
import SignOutComponent from './SignOut.svelte'

/** The properties of `SignIn`. */
export interface SignInProps {
  /** The id of a provider. Default: none, and the button leads to the sign-in page. */
  provider?: RegisteredProviderId | undefined
  /** The page whose default action is `signIn`. Default: `signin`. */
  signInPage?: string | undefined
  /** `redirectTo`: path to redirect to afterwards. `link`: links the account to the signed-in user. */
  options?: { redirectTo?: string | undefined; link?: boolean | undefined } | undefined
  /** Parameters for the provider's authorization endpoint. */
  authorizationParams?:
    | { [Name in 'display' | 'login_hint' | 'prompt' | 'ui_locales']?: string | undefined }
    | undefined
  /** Classes of the form, in addition to `signInButton`. */
  class?: string | undefined
  /** The fields of a credentials provider. */
  credentials?: Snippet | undefined
  /** The field of an e-mail provider, named `email`. */
  email?: Snippet | undefined
  /** Shows a rejected sign-in. Default: one line. */
  failure?: Snippet<[SignInRefusal]> | undefined
  /** The content of the button. Default: `Sign in`, with the id of the provider if there is one. */
  submitButton?: Snippet | undefined
}

/** The properties of `SignOut`. */
export interface SignOutProps {
  /** The page whose default action is `signOut`. Default: `signout`. */
  signOutPage?: string | undefined
  /** `redirectTo`: path to redirect to afterwards. `provider`: also signs out at the provider. */
  options?: { redirectTo?: string | undefined; provider?: boolean | undefined } | undefined
  /** Classes of the form, in addition to `signOutButton`. */
  class?: string | undefined
  /** Shows a rejected sign-out. Default: one line. */
  failure?: Snippet<[SignInRefusal]> | undefined
  /** The content of the button. Default: `Sign out`. */
  submitButton?: Snippet | undefined
}

/** A form with a button that starts a sign-in, with and without JavaScript. */
export const SignIn: Component<SignInProps> = SignInComponent

/** A form with a button that ends the session, with and without JavaScript. */
export const SignOut: Component<SignOutProps> = SignOutComponent
