/// MALICIOUS: something that no longer loads once its type is removed.
access(all) contract StickyThing {

    access(all) resource Thing {}

    access(all) fun make(): @Thing {
        return <- create Thing()
    }
}
