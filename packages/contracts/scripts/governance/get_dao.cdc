import "DharmaGovernance"

/// The account whose shared keys execute approved proposals, nil before it was handed over.
access(all) fun main(): Address? {
    return DharmaGovernance.daoAddress
}
