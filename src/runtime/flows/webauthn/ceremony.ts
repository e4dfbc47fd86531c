import * as v from 'valibot'

/** What is remembered between the options of a ceremony and the browser's answer. */
export interface Ceremony {
  readonly action: 'register' | 'authenticate'
  readonly provider: string
  /** Where it began; it can end nowhere else. */
  readonly origin: string
  /** In base64url. */
  readonly challenge: string
  /** The id of the user who was signed in when a passkey was to be made, whose it becomes. */
  readonly userId?: string | undefined
  /** Who a passkey is made for when nobody is signed in. */
  readonly newUser?: Newcomer | undefined
}

/** Somebody who has no account yet: what they have typed, and the id under which they will be stored. */
export interface Newcomer {
  readonly id: string
  readonly email: string
  readonly name?: string | undefined
}

export const CeremonySchema: v.GenericSchema<Ceremony> = v.object({
  action: v.picklist(['register', 'authenticate']),
  provider: v.string(),
  origin: v.string(),
  challenge: v.string(),
  userId: v.optional(v.string()),
  newUser: v.optional(v.object({ id: v.string(), email: v.string(), name: v.optional(v.string()) })),
})
