import "DharmaVoterEligibility"

/// Why each address may not vote now, nil for those that may.
access(all) fun main(addresses: [Address]): [String?] {
    return addresses.map(view fun (address: Address): String? {
        return DharmaVoterEligibility.getIneligibilityReason(address)
    })
}
