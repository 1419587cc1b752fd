/// Lets the chain judge a new code for a contract, and changes nothing: a script cannot write. It always fails, with
/// Cadence's reasons when the code is not compatible, else with error 1057 at the point of writing.
access(all) fun main(address: Address, name: String, code: String): String {
    return getAuthAccount<auth(UpdateContract) &Account>(address).contracts.update(name: name, code: code.utf8).name
}
