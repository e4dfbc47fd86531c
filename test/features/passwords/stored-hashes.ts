/** Hashes that other programs wrote. Each was created by the named version. */
export interface StoredHash {
  readonly by: string
  readonly password: string
  readonly hash: string
}

const password = 'correct horse battery staple'

/** `é` as two code points, as some systems encode it. */
const decomposed = 'cafe\u0301 au lait, s’il vous plaît'

/** 80 bytes, of which bcrypt hashes 72. */
const long = '0123456789'.repeat(8)

export const argon2id: readonly StoredHash[] = [
  {
    by: 'argon2-cffi 21.1.0, m=19456, t=2, p=1',
    password,
    hash: '$argon2id$v=19$m=19456,t=2,p=1$4IPUCUyvOIKzNhKf08dW/Q$ugP3BMoqRYV3oIX8/6LJSs0gubAzDrMZSKNyXqRypBY',
  },
  {
    by: 'crypto.argon2 of Node.js 24.21.0',
    password,
    hash: '$argon2id$v=19$m=19456,t=2,p=1$JL6S5Y9r2s3NqzNZTZMy/w$/xOIihLl7f94AepUFTThB2+yEZf43uu9FV2sVIhxNLk',
  },
  {
    by: '@node-rs/argon2 2.2.1',
    password,
    hash: '$argon2id$v=19$m=19456,t=2,p=1$IgXQv1COHKZskQu4S7B1Jg$Vg0JAb3IfpxyafsW8E4HVPBNmLjzGI7Y0GLvGpkOjhs',
  },
]

/** Argon2id with other parameters than new hashes have, or of a password that was not normalized. */
export const otherArgon2id: readonly StoredHash[] = [
  {
    by: 'argon2-cffi 21.1.0, its defaults',
    password,
    hash: '$argon2id$v=19$m=102400,t=2,p=8$n0C/irQ6HaLwJKtK8jQ6DQ$LTXdN6gyFffMD9RKlL43+A',
  },
  {
    by: 'password_hash() of PHP 8.2.36',
    password,
    hash: '$argon2id$v=19$m=65536,t=4,p=1$SGxiaHhIZGQ3VWxxdTV5RA$dCgdSdmazLRiyzwDf3PwJD2ZPtFQNpueV9uHm7BZnjU',
  },
  {
    by: 'the command argon2, 20171227',
    password,
    hash: '$argon2id$v=19$m=12288,t=3,p=1$c29tZXNhbHRzb21lc2FsdA$zsfPcOy6VM72GVFIvoDRVoVzraAxLr6Jsqf8OY0b0Bg',
  },
  {
    by: 'argon2-cffi 21.1.0, of a decomposed password',
    password: 'Zoe\u0308, la fe\u0301e',
    hash: '$argon2id$v=19$m=19456,t=2,p=1$WheTqiEDANtecXZ+pcOi9g$bON6yLsZMMinqI60uIm2dVGonDJS40H88bNGHHOR2Ds',
  },
]

export const foreign: readonly StoredHash[] = [
  {
    by: 'bcrypt 3.2.2 of Python, $2b$',
    password,
    hash: '$2b$10$pImGCvFyazL7yyDMaQWREu4yF4f19zIVC15ZTxaBQ2wDr3pCGG7uq',
  },
  {
    by: 'bcrypt 3.2.2 of Python, $2a$',
    password,
    hash: '$2a$10$xw6S8jaleSvAPYfsyiVvL.neQz.sPmxGS1BZJFSOBWeFIus0bQa7u',
  },
  {
    by: 'password_hash() of PHP 8.2.36, $2y$',
    password,
    hash: '$2y$10$F9W7mmaaSOb6OgQmkajgwuwIJxLm.OBJnLlIMhsgazR.DcF1m18pO',
  },
  {
    by: 'htpasswd of Apache 2.4.71',
    password,
    hash: '$2y$10$tXFsm6mfP.uKq8KZOgeJQePjXGNQl4Jzilb/5yGGUT6XjMz9jzR1i',
  },
  {
    by: 'bcrypt 6.0.0 of npm',
    password,
    hash: '$2b$10$rehDvUGdOMgb9vbBKW7IEOm6Vxeqs29ScxJ8jxTObjdwDcDwbgab6',
  },
  {
    by: 'bcryptjs 3.0.3',
    password,
    hash: '$2b$10$N.7FeqZmAcpnV1rFAKDEeOs.aoGyP7i5oBQWHz8Y3HX3kv2Jz41im',
  },
  {
    by: 'bcrypt 3.2.2 of Python, of a decomposed password',
    password: decomposed,
    hash: '$2b$10$DjLDFxE5zm9H7xWxnpFxX.sJxPfMCK/8KWF3gO1RfL4MCg5niRVXi',
  },
  {
    by: 'npx authwright add password',
    password,
    hash: 'yHJPA9YUW3Znp+gCS3C0wQ==:6NmYKQAvi/DF7YAViztN3fwG7KrZ7Tm0aJLmhQ2fPhs=',
  },
  {
    by: 'npx authwright add password, of a decomposed password',
    password: decomposed,
    hash: 'xEfLVMLsWv0jyT17yaPZyA==:GZPXeDrA/ydPAkmHBN5K4MTrg3EiJwb1dvLXSv5NWXs=',
  },
  {
    by: 'Better Auth 1.7.25',
    password,
    hash: '2c968f036951aed5a3cfe7873d8aeb4a:a0f28bf3bd19bc5182f0abf4dec97decc24359b7fba16874578fcebdf5baac8f32077da08cb6e661c384c7175400765dc75c2dc2202beb5d73524bc1802a7c7b',
  },
  {
    by: 'Better Auth 1.7.25, of a decomposed password',
    password: decomposed,
    hash: 'f8197e53af65615d2076ff5e1a48abcc:8ad018406209d45c836344b965290e6cc91bfd74a4e7278f739ce904ef98e00c238d2a0f2923aab05ce820b8eceb78eb47ef22e0ec0d1e5cfee9770a7f62844f',
  },
  {
    by: 'Django 3.2.25, SHA-256',
    password,
    hash: 'pbkdf2_sha256$260000$JTm5RlAyXhR93agS779EZb$E+5JM2nXbvz1FXMTujzMTx4rF6Ghzvj9yQ2+pEUWpEE=',
  },
  {
    by: 'Django 3.2.25, SHA-1',
    password,
    hash: 'pbkdf2_sha1$260000$b7NNuWxFZzXfL8g1VGeA8Y$URRFG308ub3+yVMoDuYGHfWFFk4=',
  },
  {
    by: 'Django 3.2.25, of a decomposed password',
    password: decomposed,
    hash: 'pbkdf2_sha256$260000$4MJ7jJomfVq4rUIRaqXFuH$bn/bsLSOiUyL3Q8904uQjZuCiVUsRmdsbXlaQlIC9dI=',
  },
  // Expected hashes in the tests of ASP.NET Core: src/Identity/test/Identity.Test/PasswordHasherTest.cs.
  {
    by: 'ASP.NET Core Identity v3, SHA-256, 10,000 iterations',
    password: 'my password',
    hash: 'AQAAAAEAACcQAAAAEAABAgMEBQYHCAkKCwwNDg+yWU7rLgUwPZb1Itsmra7cbxw2EFpwpVFIEtP+JIuUEw==',
  },
  {
    by: 'ASP.NET Core Identity v3, SHA-1, 250 iterations, 128-bit key',
    password: 'my password',
    hash: 'AQAAAAAAAAD6AAAAEAhftMyfTJylOlZT+eEotFXd1elee8ih5WsjXaR3PA9M',
  },
  {
    by: 'ASP.NET Core Identity v3, SHA-512, 50 iterations, 128-bit key',
    password: 'my password',
    hash: 'AQAAAAIAAAAyAAAAEOMwvh3+FZxqkdMBz2ekgGhwQ4B6pZWND6zgESBuWiHw',
  },
  {
    by: 'ASP.NET Core Identity v3, SHA-512, 256-bit salt, 512-bit key',
    password: 'my password',
    hash: 'AQAAAAIAAAD6AAAAIJbVi5wbMR+htSfFp8fTw8N8GOS/Sje+S/4YZcgBfU7EQuqv4OkVYmc4VJl9AGZzmRTxSkP7LtVi9IWyUxX8IAAfZ8v+ZfhjCcudtC1YERSqE1OEdXLW9VukPuJWBBjLuw==',
  },
  {
    by: 'ASP.NET Core Identity v3, SHA-256, 250,000 iterations',
    password: 'my password',
    hash: 'AQAAAAEAA9CQAAAAIESkQuj2Du8Y+kbc5lcN/W/3NiAZFEm11P27nrSN5/tId+bR1SwV8CO1Jd72r4C08OLvplNlCDc3oQZ8efcW+jQ=',
  },
]

/** A hash of a password that is longer than bcrypt reads. */
export const longBcrypt: readonly StoredHash[] = [
  {
    by: 'password_hash() of PHP 8.2.36',
    password: long,
    hash: '$2y$10$ozrd/4vyoPPH7qVjCZGohuzkx8f11k68VHSFAzGkFIkkmhnn8v56S',
  },
  {
    by: 'bcryptjs 3.0.3',
    password: long,
    hash: '$2b$10$QGhF12pM0Z/B.F42hy6Oj.1pAoaYTu7ja0x4liXu6RbR/5fTAG.je',
  },
]
