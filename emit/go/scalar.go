package golang

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// scalar is the Go form of an ir.Scalar. goType is the underlying type; read and
// write name the support functions that take a pointer to it.
type scalar struct{ goType, read, write string }

var (
	textScalar    = scalar{"string", "readString", "writeString"}
	bytesScalar   = scalar{"[]byte", "readBase64", "writeBase64"}
	urlScalar     = scalar{"[]byte", "readBase64URL", "writeBase64URL"}
	intScalar     = scalar{"int64", "readInt", "writeInt"}
	uintScalar    = scalar{"uint64", "readUint", "writeUint"}
	bigScalar     = scalar{"json.Number", "readInteger", "writeNumber"}
	floatScalar   = scalar{"float64", "readFloat", "writeFloat"}
	decimalScalar = scalar{"json.Number", "readNumber", "writeNumber"}
	boolScalar    = scalar{"bool", "readBool", "writeBool"}
)

// scalar returns the Go form of s. A plain number is a float64, which rounds what
// has more digits and is infinite beyond its range, but refuses nothing; where the
// schema says that digits matter, a number keeps its text.
func (g *generator) scalar(s *ir.Scalar) scalar {
	switch s.Kind {
	case ir.String:
		return stringScalar(s)
	case ir.Integer:
		return integerScalar(s)
	case ir.Number:
		if s.Format == "decimal" || s.Format == "decimal128" || g.exact[s] {
			return decimalScalar
		}
		return floatScalar
	case ir.Boolean:
		return boolScalar
	case ir.Null:
		return scalar{"struct{}", "", ""}
	}
	panic(fmt.Sprintf("golang: unknown scalar kind %d", s.Kind))
}

func stringScalar(s *ir.Scalar) scalar {
	encoding := strings.ToLower(s.Encoding)
	if encoding == "" {
		encoding = s.Format
	}
	switch encoding {
	case "byte", "base64":
		return bytesScalar
	case "base64url":
		return urlScalar
	}
	return textScalar
}

// isDateTime reports whether s is the text-preserving date and time.
func isDateTime(s *ir.Scalar) bool {
	return s.Kind == ir.String && s.Format == "date-time" && s.Encoding == ""
}

// integerScalar chooses by the declared range: int64 unless only a wider type
// holds what the bounds allow.
func integerScalar(s *ir.Scalar) scalar {
	low, high := bound(s.Limits.Min), bound(s.Limits.Max)
	if s.Format == "uint64" && (low == nil || low.Sign() >= 0) {
		return uintScalar
	}
	wide := func(x *big.Float) bool {
		if x == nil {
			return false
		}
		n, _ := x.Int(nil)
		return !n.IsInt64()
	}
	if !wide(low) && !wide(high) {
		return intScalar
	}
	if low != nil && low.Sign() >= 0 && (high == nil || fitsUint64(high)) {
		return uintScalar
	}
	return bigScalar
}

func fitsUint64(x *big.Float) bool {
	n, _ := x.Int(nil)
	return n.IsUint64()
}

// bound parses a limit; nil if there is none. Its exponent is small enough to
// expand.
func bound(text string) *big.Float {
	x, _, err := big.ParseFloat(text, 10, 256, big.ToZero)
	if err != nil || x.IsInf() {
		return nil
	}
	if x.MantExp(nil) > 4096 {
		x = big.NewFloat(1e30)
	}
	return x
}

// plainInteger returns the decimal digits of an integer literal that fits int64.
func plainInteger(text string) (string, bool) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err == nil {
		return strconv.FormatInt(n, 10), true
	}
	x := bound(text)
	if x == nil || !x.IsInt() {
		return "", false
	}
	i, _ := x.Int(nil)
	return i.String(), i.IsInt64()
}
