import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'
import { db } from '../fixtures.js'

createAuth().provider(github()).adapter(db).adapter(db)
//                                                  ^ An adapter is already set: call .adapter() once.
