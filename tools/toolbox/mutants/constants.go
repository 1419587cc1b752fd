package mutants

import (
	"fmt"
	"math/big"

	"github.com/onflow/cadence/ast"
)

var one = big.NewInt(1)

// changeInteger increments and decrements a constant; 0 is only incremented.
func (g *generator) changeInteger(constant *ast.IntegerExpression) {
	g.replace("constant more", constant, new(big.Int).Add(constant.Value, one).String())
	if constant.Value.Sign() != 0 {
		g.replace("constant less", constant, new(big.Int).Sub(constant.Value, one).String())
	}
}

// changeFixedPoint increments and decrements a constant by 1.0, or by its last digit if it is below 1.0.
func (g *generator) changeFixedPoint(constant *ast.FixedPointExpression) {
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(constant.Scale)), nil)
	units := new(big.Int).Mul(constant.UnsignedInteger, scale)
	units.Add(units, constant.Fractional)
	step := one
	if constant.UnsignedInteger.Sign() != 0 {
		step = scale
	}
	g.replace("constant more", constant, formatFixedPoint(constant, new(big.Int).Add(units, step), scale))
	if units.Sign() != 0 {
		g.replace("constant less", constant, formatFixedPoint(constant, new(big.Int).Sub(units, step), scale))
	}
}

func formatFixedPoint(constant *ast.FixedPointExpression, units, scale *big.Int) string {
	whole, fraction := new(big.Int).QuoRem(units, scale, new(big.Int))
	text := fmt.Sprintf("%s.%0*s", whole, int(constant.Scale), fraction)
	if constant.Negative {
		return "-" + text
	}
	return text
}
