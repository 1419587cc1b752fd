package mutants

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/onflow/cadence/parser"
)

// inFunction returns a contract with the statements in a function, starting at line 4.
func inFunction(statements string) []byte {
	return []byte("access(all) contract C {\n    access(all) resource R {\n        access(all) fun f() {\n" + statements + "\n        }\n    }\n}\n")
}

func describe(t *testing.T, source []byte) []string {
	t.Helper()
	generated, err := Generate(source)
	if err != nil {
		t.Fatal(err)
	}
	var described []string
	for _, m := range generated {
		described = append(described, strings.TrimSpace(fmt.Sprintf("%s: %s -> %s", m.Operator, m.Original, m.Replacement)))
	}
	return described
}

func TestEachOperatorChangesItsPlace(t *testing.T) {
	for statement, want := range map[string][]string{
		"let a = 24":    {"constant more: 24 -> 25", "constant less: 24 -> 23"},
		"let a = 0":     {"constant more: 0 -> 1"},
		"let a = 0xff":  {"constant more: 0xff -> 256", "constant less: 0xff -> 254"},
		"let a = 2.50":  {"constant more: 2.50 -> 3.50", "constant less: 2.50 -> 1.50"},
		"let a = 0.05":  {"constant more: 0.05 -> 0.06", "constant less: 0.05 -> 0.04"},
		"let a = 0.0":   {"constant more: 0.0 -> 0.1"},
		"let c = a < b": {"operator turned: < -> <="},
		"let c = a >= b": {
			"operator turned: >= -> >",
		},
		"let c = a == b": {"operator turned: == -> !="},
		"let c = a + b":  {"operator turned: + -> -"},
		"let c = a % b":  {"operator turned: % -> *"},
		"let c = a /* < */ < b": {
			"operator turned: < -> <=",
		},
		"let c = a && b": {"operand dropped: a -> true", "operator turned: && -> ||", "operand dropped: b -> true"},
		"let c = a || b": {"operand dropped: a -> false", "operator turned: || -> &&", "operand dropped: b -> false"},
		"let c = !a":     {"negation dropped: ! ->"},
		"a.b = c":        {"statement dropped: a.b = c ->"},
		"a <-> b":        {"statement dropped: a <-> b ->"},
		"emit E()":       {"statement dropped: emit E() ->"},
		"call(a)":        {"statement dropped: call(a) ->"},
		"return":         {"statement dropped: return ->"},
		"return a":       nil,
		"let c = a ? b : d": {
			"condition true: a -> true", "condition false: a -> false",
		},
		"if a { return b }":          {"condition true: a -> true", "condition false: a -> false"},
		"while a { let b = c }":      {"condition true: a -> true", "condition false: a -> false"},
		"if let a = b { let c = a }": nil,
	} {
		t.Run(statement, func(t *testing.T) {
			if got := describe(t, inFunction(statement)); !slices.Equal(got, want) {
				t.Fatalf("mutants are\n%s", strings.Join(got, "\n"))
			}
		})
	}
}

func TestOperandsOfAChainAreDroppedOneByOne(t *testing.T) {
	got := describe(t, inFunction("let d = a && b && c"))
	got = slices.DeleteFunc(got, func(m string) bool { return !strings.HasPrefix(m, "operand") })
	want := []string{"operand dropped: a -> true", "operand dropped: b -> true", "operand dropped: c -> true"}
	if !slices.Equal(got, want) {
		t.Fatalf("mutants are %q", got)
	}
}

func TestConditionsAreDroppedAndTheirTextsAreLeft(t *testing.T) {
	source := []byte(`access(all) contract C {
    access(all) fun f(a: Int) {
        pre {
            a > b: "\(a + 1) is too little"
        }
        post {
            emit E(a: 2)
        }
        assert(a != c, message: "not ".concat((a + 1).toString()))
        panic("at ".concat((a + 1).toString()))
    }
}
`)
	want := []string{
		"condition dropped: a > b -> true",
		"operator turned: > -> >=",
		"statement dropped: emit E(a: 2) ->",
		"constant more: 2 -> 3",
		"constant less: 2 -> 1",
		`statement dropped: assert(a != c, message: "not ".concat((a + 1).toString())) ->`,
		"operator turned: != -> ==",
		`statement dropped: panic("at ".concat((a + 1).toString())) ->`,
	}
	if got := describe(t, source); !slices.Equal(got, want) {
		t.Fatalf("mutants are\n%s", strings.Join(got, "\n"))
	}
}

func TestEveryMutantParsesAndKeepsTheNumbersOfLines(t *testing.T) {
	source := inFunction(`            if (a) && ((b) || !(c)) {
                emit E(
                    a: (1 + 2) * 3,
                    b: "a ) in a text \( f("(") )"
                )
            }
            let d = ((a) ? b : c) == (e) // )
            (a as! B).call()`)
	generated, err := Generate(source)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range generated {
		changed := m.Apply(source)
		if _, err := parser.ParseProgram(nil, changed, parser.Config{}); err != nil {
			t.Errorf("%s of %q in line %d does not parse: %v\n%s", m.Operator, m.Original, m.Line, err, changed)
		}
		if strings.Count(string(changed), "\n") != strings.Count(string(source), "\n") {
			t.Errorf("%s of %q changes the numbers of lines", m.Operator, m.Original)
		}
	}
}

func TestAMutantKnowsItsPlaceAndTheLineThatRunsIt(t *testing.T) {
	source := inFunction("            emit E(\n                a: 1,\n                b: a == c\n            )")
	generated, err := Generate(source)
	if err != nil {
		t.Fatal(err)
	}
	last := generated[len(generated)-1]
	if last.Line != 6 || last.Column != 22 || last.RunsAt != 4 || last.Place != "R.f" {
		t.Fatalf("the mutant is %+v", last)
	}
}
