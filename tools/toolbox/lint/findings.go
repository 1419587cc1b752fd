package lint

import (
	"fmt"
	"sort"
	"strings"

	"github.com/onflow/cadence/ast"
	"github.com/onflow/cadence/errors"
	"github.com/onflow/cadence/sema"
	"github.com/onflow/cadence/tools/analysis"
)

type finding struct {
	file         string
	line, column int
	message      string
}

func (f finding) String() string {
	return fmt.Sprintf("%s:%d:%d: %s", f.file, f.line, f.column, f.message)
}

type findings []finding

func (f *findings) addDiagnostic(file string, d analysis.Diagnostic) {
	f.add(file, d.StartPos, strings.TrimSpace(d.Category+": "+d.Message+" "+d.SecondaryMessage))
}

// addError splits errors of the parser and the checker recursively into errors that have a position.
func (f *findings) addError(file string, err error) {
	positioned, hasPosition := err.(ast.HasPosition)
	parent, isParent := err.(errors.ParentError)
	_, imported := err.(*sema.ImportedProgramError)
	switch {
	case hasPosition:
		f.add(file, positioned.StartPosition(), formatError(err))
	case isParent && !imported:
		for _, child := range parent.ChildErrors() {
			f.addError(file, child)
		}
	default:
		f.add(file, ast.Position{Line: 1}, formatError(err))
	}
}

func formatError(err error) string {
	message := "error: " + err.Error()
	if imported, ok := err.(*sema.ImportedProgramError); ok {
		message += " (" + strings.SplitN(imported.Err.Error(), "\n", 2)[0] + ")"
	}
	if more, ok := err.(errors.SecondaryError); ok && more.SecondaryError() != "" {
		message += ": " + more.SecondaryError()
	}
	return strings.ReplaceAll(message, "\n", " ")
}

func (f *findings) add(file string, position ast.Position, message string) {
	*f = append(*f, finding{file: file, line: position.Line, column: position.Column + 1, message: message})
}

func (f findings) sorted() []finding {
	sort.Slice(f, func(i, j int) bool {
		a, b := f[i], f[j]
		if a.file != b.file {
			return a.file < b.file
		}
		if a.line != b.line {
			return a.line < b.line
		}
		return a.column < b.column
	})
	return f
}
