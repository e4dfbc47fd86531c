/** Whether an authenticator must verify the user, for example by PIN or fingerprint. */
export type UserVerification = 'required' | 'preferred' | 'discouraged'
