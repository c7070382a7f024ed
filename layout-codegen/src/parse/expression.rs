//! Expressions: shapes, layouts, tilers, operations and names.

use layout_algebra::atoms;
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};

use super::label::{label, names_of};
use super::number::{DIGITS, basis, integer, negative, number, unnamed};
use super::parser::Parser;
use super::pointer::{is_pointer, pointer};
use super::symbol::{self, number_of, spelled};
use super::{
    applied, axis_names, circular, cpp, f2_strides, instruction, mojo, pattern, python, swizzle,
    tirx,
};
use crate::cursor::Cursor;
use crate::foreign;
use crate::keyword;
use crate::limits::{MAX_CALLS, MAX_DEPTH, MAX_NODES};
use crate::notation;
use crate::operations;
use crate::report::{Diagnostic, SpanRange, brief};
use crate::shorthand::Shorthand;
use crate::syntax::{Expr, ExprKind, Infix, Label, Name, OpName, Operator, SymbolKind};
use crate::token::is_punct;

/// An expression, for messages.
pub(super) const EXPRESSION: &str = "a layout such as `(4,8):(8,1)`, an operation or a name";
/// The operands in the body of a closure, for messages.
const OPERAND: &str = "a number, an argument, `-` or `(`";
/// The end of an expression, for messages.
pub(super) const EXPRESSION_END: &str = "the end of the expression";

/// Python's `//`, as tokens: of a text its marks are exchanged for these, since `//` begins a comment of Rust.
const FLOOR: &str = "/%";

/// A word before the operands of a call, and what was before and after it.
struct CalledWord {
    /// True after the module `einops`.
    is_einops: bool,
    /// True after the module of CuTe's DSL.
    is_dsl: bool,
    /// True after a module of NumPy.
    is_numpy: bool,
    /// The order of strides that a name of Mojo's stands for.
    major: Option<mojo::Major>,
    /// The mode that the operation acts on.
    at: Vec<Expr>,
}

impl Parser<'_> {
    /// An integer, as it stands in a comparison.
    pub(super) fn number(&mut self, cursor: &mut Cursor) -> Result<Expr, Diagnostic> {
        self.sum(cursor)
    }

    /// `composition ('in' 'bounds' …)?`
    pub(super) fn expr(&mut self, cursor: &mut Cursor) -> Result<Expr, Diagnostic> {
        let start = cursor.here();
        let of = self.composition(cursor)?;
        if !cursor.eat_ident("in") {
            return Ok(of);
        }
        cursor.word("bounds", "`bounds`, as in `(4,3):(1,4) in bounds (4,3):(1,4) < 10`")?;
        let mut parts = vec![of];
        if !cursor.eat_ident("unknown") {
            loop {
                self.count_call(cursor)?;
                parts.push(self.operand(cursor)?);
                cursor.punct('<', "`<` and the extent of the bound")?;
                parts.push(number_of(self.sum(cursor)?));
                if !cursor.eat_ident("and") {
                    break;
                }
            }
        }
        Ok(Expr { kind: ExprKind::Bounded(parts), range: cursor.since(start) })
    }

    /// `operand ('o' operand)*`
    fn composition(&mut self, cursor: &mut Cursor) -> Result<Expr, Diagnostic> {
        let start = cursor.here();
        let first = self.operand(cursor)?;
        if !cursor.at_ident("o") {
            return Ok(first);
        }
        let mut operands = vec![first];
        while cursor.at_ident("o") {
            self.count_call(cursor)?;
            cursor.next();
            operands.push(self.operand(cursor)?);
        }
        Ok(Expr { kind: ExprKind::Compose(operands), range: cursor.since(start) })
    }

    /// `extent (':' sum)?`
    fn operand(&mut self, cursor: &mut Cursor) -> Result<Expr, Diagnostic> {
        let start = cursor.here();
        let mut shape = self.extent(cursor)?;
        if !cursor.at_punct(':') {
            return Ok(if self.in_tuple { shape } else { circular::whole(shape) });
        }
        cursor.next();
        let mut names = names_of(&mut shape)?;
        let rings = circular::taken(&mut shape);
        // No layout stands next to a colon.
        let (mut shape, mut stride) = (number_of(shape), number_of(self.sum(cursor)?));
        cpp::read_numbers(&mut shape);
        cpp::read_numbers(&mut stride);
        names = names.with_axes(&axis_names::of_strides(&mut stride)?);
        symbol::refuse_layouts(&shape)?;
        if f2_strides::is_there(&stride, self.declared) {
            self.count_call(cursor)?;
            let range = cursor.since(start);
            let kind = f2_strides::layout(shape, names, stride, self.declared, range)?;
            return Ok(Expr { kind, range });
        }
        symbol::refuse_layouts(&stride)?;
        let kind = ExprKind::Layout(Box::new(shape), Box::new(stride), names);
        Ok(circular::of(Expr { kind, range: cursor.since(start) }, rings))
    }

    /// `sum ('mod' sum)?`
    pub(super) fn extent(&mut self, cursor: &mut Cursor) -> Result<Expr, Diagnostic> {
        let start = cursor.here();
        let extent = self.sum(cursor)?;
        if !cursor.at_ident("mod") {
            return Ok(extent);
        }
        self.count_call(cursor)?;
        let word = cursor.here();
        cursor.next();
        let period = number_of(self.sum(cursor)?);
        let op = OpName::new(circular::OP, word.into());
        let kind = ExprKind::Call(op, vec![period, number_of(extent)]);
        Ok(Expr { kind, range: cursor.since(start) })
    }

    /// Operands between operators.
    pub(super) fn sum(&mut self, cursor: &mut Cursor) -> Result<Expr, Diagnostic> {
        match self.arguments {
            None => self.chain(cursor, Operator::SUMS),
            Some(_) => self.choice(cursor),
        }
    }

    /// Operands between operators of a level and above: what follows one binds tighter.
    pub(super) fn chain(&mut self, cursor: &mut Cursor, least: usize) -> Result<Expr, Diagnostic> {
        let start = cursor.here();
        let mut left = self.factor(cursor)?;
        let (mut before, mut links) = (usize::MAX, 0);
        while let Some((level, operator, marks)) = next_operator(cursor, least) {
            let at = cursor.here();
            self.count_node(at)?;
            links = if level == before { links + 1 } else { 1 };
            before = level;
            if links > MAX_DEPTH && self.arguments.is_none() {
                let message = format!("a sum or product has at most {MAX_DEPTH} operators");
                return Err(Diagnostic::new(at, message));
            }
            cursor.skip(marks);
            let infix = Infix { operator: self.operator(operator), range: cursor.since(at) };
            let right = number_of(self.chain(cursor, level + 1)?);
            self.check_operands(infix, [&left, &right])?;
            let kind = ExprKind::Arithmetic(infix, Box::new([number_of(left), right]));
            left = Expr { kind, range: cursor.since(start) };
        }
        Ok(left)
    }

    /// `'-' factor | primary`
    pub(super) fn factor(&mut self, cursor: &mut Cursor) -> Result<Expr, Diagnostic> {
        let in_closure = self.arguments.is_some();
        if in_closure && cursor.at_punct('~') {
            return self.complement(cursor);
        }
        if !(cursor.at_negation() || in_closure && cursor.at_punct('-')) {
            return self.primary(cursor);
        }
        let start = cursor.here();
        // A line of another notation begins with a dash.
        if let Some(of_others) = notation::read(cursor) {
            return self.of_others(of_others?, start);
        }
        cursor.next();
        let of = self.nested(start, self.in_tuple)?.factor(cursor)?;
        let kind = ExprKind::Negate(Box::new(number_of(of)));
        Ok(Expr { kind, range: cursor.since(start) })
    }

    fn primary(&mut self, cursor: &mut Cursor) -> Result<Expr, Diagnostic> {
        let start = cursor.here();
        self.count_node(start)?;
        if let Some(of_others) = notation::read(cursor) {
            return self.of_others(of_others?, start);
        }
        let kind = match cursor.next() {
            Some(TokenTree::Literal(literal)) => match pattern::text(&literal)? {
                Some(text) => text,
                None => number(cursor, &literal, 1)?,
            },
            Some(TokenTree::Punct(punct)) if punct.as_char() == '-' => negative(cursor)?,
            Some(TokenTree::Punct(punct)) if punct.as_char() == '<' && self.arguments.is_none() => {
                ExprKind::Tiler(self.nested(start, false)?.angles(cursor, start)?)
            }
            Some(TokenTree::Punct(punct)) if punct.as_char() == ':' && cursor.at_punct(':') => {
                cursor.next();
                let ident = cursor.ident("a path")?;
                self.path(cursor, ident, "::")?
            }
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => {
                let mut inside = Cursor::inside(&group);
                let in_shape = self.in_shape || self.of_shape || cursor.at_colon();
                let mut parser = self.nested(group.span_open(), true)?;
                parser.in_shape = in_shape;
                let items = parser.list(&mut inside, "an extent, a stride or a tuple")?;
                if !inside.is_done() {
                    return Err(extra(&mut inside, items.last(), "`,` or `)`"));
                }
                ExprKind::Tuple(items)
            }
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::None => {
                let of = self.captured(&group)?;
                if self.arguments.is_none() {
                    cpp::eat_object(cursor);
                }
                return self.applied(of, cursor);
            }
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                match Cursor::inside(&group).at_field() {
                    true => self.fields(&group)?,
                    false => symbol::constant(&group)?,
                }
            }
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Bracket => {
                self.brackets(&group)?
            }
            Some(TokenTree::Punct(punct)) if punct.as_char() == '?' => {
                return Err(unnamed(&punct));
            }
            Some(TokenTree::Punct(punct)) if punct.as_char() == '|' => {
                self.closure(cursor, start)?
            }
            Some(TokenTree::Punct(punct))
                if punct.as_char() == '#' && cursor.at_group(Delimiter::Bracket) =>
            {
                cursor.next();
                let message =
                    "attributes stand at the beginning of the macro's input, or of a definition";
                return Err(Diagnostic::new(cursor.since(start), message));
            }
            Some(TokenTree::Ident(ident)) => self.word(cursor, ident)?,
            other => return Err(cursor.unexpected(other, self.expected())),
        };
        let of = Expr { kind, range: cursor.since(start) };
        // An object of a type that has a name, `TileShape{}`. In a closure a block follows a condition.
        if self.arguments.is_none() {
            cpp::eat_object(cursor);
        }
        let of = self.applied(of, cursor)?;
        self.along(of, cursor)
    }

    /// Parses the expression that a text in another notation is.
    fn of_others(&mut self, tokens: TokenStream, start: Span) -> Result<Expr, Diagnostic> {
        let mut inside = Cursor::new(tokens);
        let outside = (self.arguments.take(), self.is_lambda);
        self.count_call(&mut inside)?;
        let of = self.nested(start, false)?.expr(&mut inside)?;
        (self.arguments, self.is_lambda) = outside;
        inside.end(EXPRESSION_END)?;
        Ok(of)
    }

    /// Parses the steps along an element of a basis, `m@0`: the product of the integer and `1@0`.
    fn along(&mut self, scale: Expr, cursor: &mut Cursor) -> Result<Expr, Diagnostic> {
        if !cursor.at_punct('@') {
            return Ok(scale);
        }
        let start = cursor.here();
        self.count_node(start)?;
        let kind = basis(cursor, 1)?;
        let range = cursor.since(start);
        let infix = Infix { operator: Operator::Mul, range };
        let whole = scale.range.to(range);
        let operands = Box::new([number_of(scale), Expr { kind, range }]);
        Ok(Expr { kind: ExprKind::Arithmetic(infix, operands), range: whole })
    }

    fn expected(&self) -> &'static str {
        if self.arguments.is_none() { EXPRESSION } else { OPERAND }
    }

    /// Parses the tokens that `macro_rules!` captured as one operand, whatever operators are next to the group.
    fn captured(&mut self, group: &Group) -> Result<Expr, Diagnostic> {
        let mut inside = Cursor::inside(group);
        let of = self.nested(group.span(), self.in_tuple)?.expr(&mut inside)?;
        match inside.is_done() {
            true => Ok(of),
            false => Err(extra(&mut inside, Some(&of), EXPRESSION_END)),
        }
    }

    pub(super) fn count_node(&mut self, at: Span) -> Result<(), Diagnostic> {
        self.nodes += 1;
        if self.nodes <= MAX_NODES {
            return Ok(());
        }
        Err(Diagnostic::new(at, format!("an expression has at most {MAX_NODES} parts")))
    }

    /// `expr, …` up to the end, or to what is not a comma.
    pub(super) fn list(
        &mut self,
        cursor: &mut Cursor,
        expected: &str,
    ) -> Result<Vec<Expr>, Diagnostic> {
        let in_tuple = self.in_tuple;
        self.list_where(cursor, expected, "", &|_| in_tuple, &|_| false)
    }

    /// The operands of a function.
    pub(super) fn operands(
        &mut self,
        cursor: &mut Cursor,
        function: &str,
    ) -> Result<Vec<Expr>, Diagnostic> {
        let is_instruction = |operand| instruction::is_operand(function, operand);
        let is_number = |operand| symbol::is_numeric(function, operand);
        self.list_where(cursor, EXPRESSION, function, &is_number, &is_instruction)
    }

    /// A list, in some places of which an identifier is an extent or an instruction.
    fn list_where(
        &mut self,
        cursor: &mut Cursor,
        expected: &str,
        function: &str,
        is_number: &dyn Fn(usize) -> bool,
        is_instruction: &dyn Fn(usize) -> bool,
    ) -> Result<Vec<Expr>, Diagnostic> {
        let mut items = Vec::new();
        while !cursor.is_done() {
            if cursor.at_punct(',') {
                return Err(cursor.refused(expected));
            }
            let is_path = python::eat_keyword(function, items.len(), cursor);
            if pattern::at_size(&items, cursor) {
                items.push(self.sizes(cursor)?);
                break;
            }
            if function == "rename" && items.len() == 1 && cursor.at_new_name() {
                items.push(self.renamings(cursor)?);
                break;
            }
            if (operations::find(function).is_some() || python::has_keywords(function))
                && let Some(other) = python::other_keyword(function, items.len(), cursor)
            {
                return Err(other);
            }
            self.in_tuple = is_number(items.len());
            self.of_shape = symbol::is_shape(function, items.len());
            items.push(match is_instruction(items.len()) && instruction::is_next(cursor) {
                true => {
                    self.count_node(cursor.here())?;
                    instruction::instruction(cursor)
                }
                false if self.in_shape && cursor.at_label() => self.labelled(cursor)?,
                false if self.in_shape && cursor.at_colon() && items.iter().any(is_labelled) => {
                    let message = format!("mode {} has no name in front of its `:`", items.len());
                    return Err(Diagnostic::new(cursor.here(), message)
                        .help("a mode is `name: 8`, or `8` without a name"));
                }
                false if cursor.at_mode() && symbol::is_mode(function, items.len()) => {
                    self.mode(cursor)?
                }
                false => self.expr(cursor)?,
            });
            if is_path {
                python::splice_path(&mut items);
            }
            if !cursor.eat_punct(',') {
                break;
            }
        }
        Ok(items)
    }

    /// `{ k: 16, m: 32 }`
    fn fields(&mut self, group: &Group) -> Result<ExprKind, Diagnostic> {
        let mut inside = Cursor::inside(group);
        let mut fields = Vec::new();
        while !inside.is_done() {
            if inside.at_text() {
                return Err(quoted_name(&mut inside));
            }
            let label = label(&mut inside)?;
            if !inside.eat_punct(':') {
                let is_assigned = inside.at_punct('=');
                let token = inside.next();
                let diagnostic = inside.unexpected(token, "`:` after the name of a mode");
                return Err(if is_assigned { diagnostic.write(":", "") } else { diagnostic });
            }
            let of = self.nested(group.span_open(), true)?.expr(&mut inside)?;
            match of.kind {
                // A mode of a mode.
                ExprKind::Fields(within) => {
                    for (inner, of) in within {
                        let text = format!("{}.{}", label.text, inner.text);
                        fields.push((Label { text, range: inner.range }, of));
                    }
                }
                kind => fields.push((label, Expr { kind, range: of.range })),
            }
            if !(inside.eat_punct(',') || inside.is_done()) {
                let last = fields.last().map(|(_, of)| of);
                return Err(extra(&mut inside, last, "`,` or `}`"));
            }
        }
        Ok(ExprKind::Fields(fields))
    }

    /// `h = 8, w = 16`, up to the end of the operands: as `{ h: 8, w: 16 }`.
    fn sizes(&mut self, cursor: &mut Cursor) -> Result<Expr, Diagnostic> {
        let start = cursor.here();
        let mut fields = Vec::new();
        while !cursor.is_done() {
            self.count_node(cursor.here())?;
            let (name, ()) = (pattern::axis(cursor)?, pattern::assigned(cursor)?);
            let size = self.nested(start, true)?.expr(cursor)?;
            fields.push((name, number_of(size)));
            if !cursor.eat_punct(',') {
                break;
            }
        }
        Ok(Expr { kind: ExprKind::Fields(fields), range: cursor.since(start) })
    }

    /// `row = m, col = n`, up to the end of the operands.
    fn renamings(&mut self, cursor: &mut Cursor) -> Result<Expr, Diagnostic> {
        let start = cursor.here();
        let mut fields = Vec::new();
        while !cursor.is_done() {
            let (old, ()) = (label(cursor)?, pattern::assigned(cursor)?);
            fields.push((old, self.mode(cursor)?));
            if !cursor.eat_punct(',') {
                break;
            }
        }
        Ok(Expr { kind: ExprKind::Fields(fields), range: cursor.since(start) })
    }

    /// The name of a mode as an operand.
    fn mode(&mut self, cursor: &mut Cursor) -> Result<Expr, Diagnostic> {
        self.count_node(cursor.here())?;
        let label = label(cursor)?;
        let range = label.range;
        Ok(Expr { kind: ExprKind::Mode(label), range })
    }

    /// `row: 4`
    fn labelled(&mut self, cursor: &mut Cursor) -> Result<Expr, Diagnostic> {
        let start = cursor.here();
        self.count_node(start)?;
        let label = label(cursor)?;
        cursor.next();
        let of = number_of(self.extent(cursor)?);
        let kind = ExprKind::Labelled(label, Box::new(of));
        Ok(Expr { kind, range: cursor.since(start) })
    }

    /// `expr, … >`
    pub(super) fn angles(
        &mut self,
        cursor: &mut Cursor,
        open: Span,
    ) -> Result<Vec<Expr>, Diagnostic> {
        let mut items = Vec::new();
        while !cursor.eat_punct('>') {
            items.push(self.expr(cursor)?);
            if !cursor.eat_punct(',') && !cursor.at_punct('>') {
                return Err(not_closed(cursor, items.last(), open));
            }
        }
        Ok(items)
    }

    /// `[expr, …]`, a list of integers, or as Python's CuTe prints a tiler, `[expr; …]`.
    fn brackets(&mut self, group: &Group) -> Result<ExprKind, Diagnostic> {
        let mut inside = Cursor::inside(group);
        let mut items = self.nested(group.span_open(), true)?.list(&mut inside, "an integer")?;
        // In Rust `[4; 2]` is an array: only a layout begins a tiler.
        let is_tiler = matches!(&items[..], [Expr { kind: ExprKind::Layout(..), .. }]);
        while is_tiler && inside.eat_punct(';') {
            items.push(self.nested(group.span_open(), true)?.expr(&mut inside)?);
        }
        if !inside.is_done() {
            let expected = if is_tiler { "`;` or `]`" } else { "`,` or `]`" };
            return Err(extra(&mut inside, items.last(), expected));
        }
        Ok(if is_tiler { ExprKind::Tiler(items) } else { ExprKind::List(items) })
    }

    /// Parses an operand that starts with an identifier.
    pub(super) fn word(
        &mut self,
        cursor: &mut Cursor,
        mut ident: Ident,
    ) -> Result<ExprKind, Diagnostic> {
        let (mut is_einops, mut is_dsl, mut is_numpy) = (false, false, false);
        while python::eat_module(&ident, cursor) {
            (is_einops, is_dsl) = (ident == "einops", ident == "cute");
            is_numpy |= python::is_numpy(&ident);
            ident = cursor.ident("a function")?;
        }
        if let Some(nested) = self.invocation(&ident, cursor)? {
            return Ok(nested);
        }
        if tirx::is_next(&ident.to_string(), cursor) {
            return self.tirx(cursor, ident);
        }
        if python::eat_item_size(cursor) {
            return Ok(ExprKind::Int(1));
        }
        let text = ident.to_string();
        if let Some(alone) = self.word_alone(cursor, &ident, &text)? {
            return Ok(alone);
        }
        let major = mojo::eat_major(&text, cursor);
        if self.arguments.is_none() {
            reject_other_brackets(&text, cursor)?;
        }
        let at = match cursor.at_groups(Delimiter::Bracket, Delimiter::Parenthesis) {
            true => self.modes(cursor)?,
            false => Vec::new(),
        };
        if cursor.at_group(Delimiter::Parenthesis) {
            return self.named_call(
                cursor,
                &ident,
                CalledWord { is_einops, is_dsl, is_numpy, major, at },
            );
        }
        if !self.in_tuple
            && let Some(swizzle) = python::swizzle(&text, cursor)
        {
            return Ok(swizzle);
        }
        self.path(cursor, ident, "")
    }

    /// A word that is no name of an operation or of a layout: a variable of a closure, a coordinate, a number, a swizzle, a pointer.
    fn word_alone(
        &mut self,
        cursor: &mut Cursor,
        ident: &Ident,
        text: &str,
    ) -> Result<Option<ExprKind>, Diagnostic> {
        if let Some(names) = &self.arguments
            && names.iter().any(|name| name == text)
        {
            let tokens = TokenTree::Ident(ident.clone()).into();
            return Ok(Some(symbol::written(
                Name { text: text.to_owned(), tokens },
                SymbolKind::RunTime,
            )));
        }
        // CuTe's DSL writes `None` for a whole mode, and its C++ an object of the type of `_`.
        let is_underscore = text == "Underscore"
            && (cpp::eat_object(cursor) || cursor.at_punct('>') || cursor.at_punct(','));
        if text == "None" || is_underscore {
            return Ok(Some(ExprKind::Underscore));
        }
        if text == "_" {
            // CuTe prints a static -1 as `_-1`.
            return match cursor.eat_punct('-') {
                true => negative(cursor).map(Some),
                false => Ok(Some(ExprKind::Underscore)),
            };
        }
        if let Some(digits) = text.strip_prefix('_')
            && digits.starts_with(DIGITS)
        {
            let value = integer(digits, ident.span(), 1)?;
            cpp::eat_object(cursor);
            return basis(cursor, value).map(Some);
        }
        if self.arguments.is_some() && text == "if" {
            return self.branches(cursor).map(Some);
        }
        if text == "lambda" {
            return self.lambda(cursor, ident.span()).map(Some);
        }
        if let "true" | "false" = text {
            return Ok(Some(ExprKind::Bool(text == "true")));
        }
        if let ("sizeof", Some(TokenTree::Group(group))) = (text, cursor.peek())
            && let Some(bits) = atoms::bits_of(&spelled(&group.stream()))
            && bits % 8 == 0
        {
            cursor.next();
            return Ok(Some(ExprKind::Int(bits / 8)));
        }
        if let ("Sw" | "Swizzle", true) = (text, cursor.at_punct('<')) {
            return self.swizzle(cursor).map(Some);
        }
        // A layout may be called `S`.
        if text == "S" && swizzle::is_next(cursor) {
            return self.swizzle(cursor).map(Some);
        }
        if text == "Swizzle" && cursor.at_turbofish() {
            return self.absolute_swizzle(cursor).map(Some);
        }
        if is_pointer(ident, cursor) {
            return pointer(ident, cursor).map(Some);
        }
        if let Some(element) = cpp::eat_basis(ident, cursor) {
            return Ok(Some(element));
        }
        if text == "o" {
            let message = "expected a layout before `o`, the sign of a composition";
            return Err(Diagnostic::new(ident.span(), message));
        }
        Ok(None)
    }

    /// A word with operands in parentheses.
    fn named_call(
        &mut self,
        cursor: &mut Cursor,
        ident: &Ident,
        word: CalledWord,
    ) -> Result<ExprKind, Diagnostic> {
        self.count_call(cursor)?;
        let range = ident.span().into();
        let Some(TokenTree::Group(group)) = cursor.next() else {
            return Err(cursor.unexpected(None, "operands"));
        };
        if ident == "as_strided" {
            python::check_bytes(&group, word.is_numpy)?;
        }
        let mut inside = Cursor::inside(&group);
        let text = python::function(ident.to_string(), word.is_dsl);
        let operands = match self.nested(ident.span(), false) {
            Ok(mut parser) => parser.operands(&mut inside, &text),
            Err(error) => Err(error),
        };
        // What stands there is of the other library as well.
        if operands.is_err() && foreign::is_written_otherwise(&text) {
            return Err(foreign::unknown_operation(&text, range));
        }
        let mut operands = operands?;
        if let ("xor_layout", [_, strides]) = (text.as_str(), operands.as_mut_slice())
            && f2_strides::is_there(strides, self.declared)
        {
            f2_strides::to_integers(strides, self.declared)?;
        }
        if word.is_einops {
            pattern::of_array(&mut operands);
        }
        if !inside.is_done() && foreign::is_written_otherwise(&text) {
            return Err(foreign::unknown_operation(&text, range));
        }
        if !inside.is_done() {
            return Err(extra(&mut inside, operands.last(), "`,` or `)`"));
        }
        let mut op = OpName { at: word.at, ..OpName::new(text, range) };
        // `Layout.row_major[4, 8]()`
        if word.major.is_some() && operands.is_empty() {
            operands = std::mem::take(&mut op.at);
        }
        if !op.at.is_empty() {
            return Ok(ExprKind::Call(op, operands));
        }
        if let Some(major) = word.major {
            return Ok(major.layout(&op, operands));
        }
        if let Some(part) = python::part_of_tuple(&op, &operands) {
            return Ok(part);
        }
        python::in_order(&mut op, &mut operands);
        cpp::project(&op.text, &mut operands)?;
        for special in [cpp::tuple, mojo::tuple, python::constructed, symbol::rounded] {
            if let Some(kind) = special(&op, &operands) {
                return Ok(kind);
            }
        }
        if operations::find(&op.text).is_none()
            && let Some(layout) = applied::named(ident, &operands)?
        {
            let range = SpanRange { first: group.span_open(), last: group.span_close() };
            return Ok(applied::applied(layout, operands, range));
        }
        Ok(ExprKind::Call(op, operands))
    }

    /// `layout!(…)` or `divide!(…)` as an operand: what stands in it.
    fn invocation(
        &mut self,
        ident: &Ident,
        cursor: &mut Cursor,
    ) -> Result<Option<ExprKind>, Diagnostic> {
        let word = ident.to_string();
        let shorthand = Shorthand::of(&word);
        if !(cursor.at_punct('!') && (word == "layout" || shorthand.is_some())) {
            return Ok(None);
        }
        let Some(TokenTree::Group(group)) = cursor.ahead(1).cloned() else { return Ok(None) };
        self.count_call(cursor)?;
        cursor.next();
        cursor.next();
        let mut inside = Cursor::inside(&group);
        let (kind, last) = match shorthand {
            Some(shorthand) => {
                let operands =
                    self.nested(group.span_open(), false)?.operands(&mut inside, shorthand.op)?;
                let last = operands.last().cloned();
                (ExprKind::Call(OpName::new(shorthand.op, ident.span().into()), operands), last)
            }
            None => {
                let of = self.nested(group.span_open(), false)?.expr(&mut inside)?;
                (of.kind.clone(), Some(of))
            }
        };
        match inside.is_done() {
            true => Ok(Some(kind)),
            false => Err(extra(&mut inside, last.as_ref(), EXPRESSION_END)),
        }
    }

    /// `[0, 1]` between an operation and its operands: the path of a mode.
    fn modes(&mut self, cursor: &mut Cursor) -> Result<Vec<Expr>, Diagnostic> {
        let start = cursor.here();
        let Some(TokenTree::Group(group)) = cursor.next() else {
            return Err(cursor.unexpected(None, "the number of a mode"));
        };
        let mut inside = Cursor::inside(&group);
        let mut parser = self.nested(group.span_open(), true)?;
        let mut modes = Vec::new();
        while !inside.is_done() {
            modes.push(match inside.at_mode() {
                true => parser.mode(&mut inside)?,
                false => parser.expr(&mut inside)?,
            });
            if !inside.eat_punct(',') {
                break;
            }
        }
        drop(parser);
        inside.end("`,` or `]`")?;
        // A call at each mode is one, too.
        for _ in &modes {
            self.count_call(cursor)?;
        }
        for mode in &modes {
            let (ExprKind::Int(_) | ExprKind::Mode(_) | ExprKind::Underscore) = mode.kind else {
                let message = "the mode that an operation acts on is a number, or `_` for each";
                return Err(Diagnostic::new(mode.range, message));
            };
        }
        if modes.is_empty() {
            let message = "an operation in `[…]` acts on a mode: write its number";
            return Err(Diagnostic::new(cursor.since(start), message));
        }
        Ok(modes)
    }

    pub(super) fn count_call(&mut self, cursor: &mut Cursor) -> Result<(), Diagnostic> {
        self.calls += 1;
        if self.calls <= MAX_CALLS {
            return Ok(());
        }
        let message = format!("an expression has at most {MAX_CALLS} operations");
        Err(Diagnostic::new(cursor.here(), message))
    }
}

/// The operator that comes next, of a level and above, with its level and the number of its marks: of `<` and `<<` the longer.
fn next_operator(cursor: &mut Cursor, least: usize) -> Option<(usize, Operator, usize)> {
    // An arrow is no `-`.
    if cursor.at_marks("->") {
        return None;
    }
    if cursor.at_marks(FLOOR) {
        let level = Operator::LEVELS.len() - 1;
        return (level >= least).then_some((level, Operator::DivFloor, FLOOR.len()));
    }
    let mut longest: Option<(usize, Operator, usize)> = None;
    for (level, operators) in Operator::LEVELS.iter().enumerate() {
        for operator in *operators {
            let marks = operator.text();
            if cursor.at_marks(marks)
                && !matches!(longest, Some((.., length)) if length > marks.len())
            {
                longest = Some((level, *operator, marks.len()));
            }
        }
    }
    longest.filter(|(level, ..)| *level >= least)
}

/// The error of what follows an operand, or stands in the place of one: what is Rust's is underlined with the operand that it
/// belongs to.
pub(super) fn extra(cursor: &mut Cursor, before: Option<&Expr>, expected: &str) -> Diagnostic {
    extra_in(cursor, before, expected, "stands after the macro")
}

/// The error of what follows an item in `<…>`: at the `<`, where the definition ends before a `>`. At the end of all tokens the `>`
/// is missing there.
pub(super) fn not_closed(cursor: &mut Cursor, before: Option<&Expr>, open: Span) -> Diagnostic {
    // In `<m; n>` a comma is meant.
    let is_end = cursor.at_punct(';')
        && match cursor.ahead(1) {
            Some(TokenTree::Ident(word)) => {
                word == "pub" || keyword::definition_keyword(word).is_some()
            }
            Some(token) => is_punct(token, '#'),
            None => true,
        };
    let diagnostic = extra(cursor, before, "`,` or `>`");
    if is_end { Diagnostic::new(open, "no `>` closes this `<`") } else { diagnostic }
}

/// [`extra`] after the layout of a definition.
pub(super) fn after_layout(cursor: &mut Cursor, layout: &Expr) -> Diagnostic {
    extra_in(cursor, Some(layout), "`;` after the layout", "is called where the layout is used")
}

/// The error of what follows an operand, and where a method of it belongs.
fn extra_in(
    cursor: &mut Cursor,
    before: Option<&Expr>,
    expected: &str,
    belongs: &str,
) -> Diagnostic {
    if let (Some(before), Some(TokenTree::Ident(next))) = (before, cursor.peek())
        && let Some(statement) = of_statement(before, next)
    {
        return statement;
    }
    if let (Some(before), Some(TokenTree::Group(group))) = (before, cursor.peek())
        && let Some(strides) = strides_behind(before, group, expected)
    {
        return strides;
    }
    let (start, token) = (cursor.here(), cursor.next());
    let diagnostic = match &token {
        Some(TokenTree::Punct(mark)) if mark.as_char() == '.' => {
            member(cursor, before, start, belongs)
        }
        Some(TokenTree::Ident(word)) if word == "as" => cast(cursor, before, start),
        _ => None,
    };
    diagnostic.unwrap_or_else(|| of_rust(cursor.unexpected(token.clone(), expected), token))
}

/// The error of `"col"`, as a dictionary of Python has its keys, where the name of a mode belongs.
fn quoted_name(cursor: &mut Cursor) -> Diagnostic {
    let token = cursor.next();
    let text = token.as_ref().map(ToString::to_string).unwrap_or_default();
    let diagnostic = cursor.unexpected(token, "the name of a mode");
    diagnostic.write(text.trim_matches('"'), "a name has no quotes")
}

/// From an operand, or without one from a token, to the token read last.
fn with_operand(cursor: &Cursor, before: Option<&Expr>, start: Span) -> SpanRange {
    let after = cursor.since(start);
    before.map_or(after, |before| before.range.to(after))
}

/// The error of a field or a method after the `.`, and where a method belongs.
fn member(
    cursor: &mut Cursor,
    before: Option<&Expr>,
    start: Span,
    belongs: &str,
) -> Option<Diagnostic> {
    let name = cursor.next_ident()?;
    let is_method = cursor.next_group(Delimiter::Parenthesis).is_some();
    let (word, is_variable) = match before.map(|before| &before.kind) {
        Some(ExprKind::Name(name)) => (Some(&name.text), name.is_run_time_word()),
        Some(ExprKind::Symbol(symbol)) => (Some(&symbol.text), true),
        _ => (None, false),
    };
    if is_method
        && operations::find(&name.to_string()).is_some()
        && let (Some(before), Some(word)) = (before, word)
        && let Some(module) = python::nearest_module(word)
    {
        let message = format!("`{word}` is no module of functions");
        return Some(Diagnostic::new(before.range, message).meant(module));
    }
    if is_method && !is_variable {
        let message = format!("`.{name}()` is a method of Rust, and {belongs}");
        return Some(Diagnostic::new(cursor.since(start), message));
    }
    let (call, kind) = if is_method { ("()", "method") } else { ("", "field") };
    let message = format!("`.{name}{call}` is a {kind} of Rust, and no operand");
    let diagnostic = Diagnostic::new(with_operand(cursor, before, start), message);
    // The call of an operation is a suggestion, which is checked.
    Some(match name == "T" || operations::find(&name.to_string()).is_some() {
        true => diagnostic,
        false => diagnostic
            .help(format!("a variable is one: `let {name} = …;` before, and `{name}` here")),
    })
}

/// The error of a cast after `as`.
fn cast(cursor: &mut Cursor, before: Option<&Expr>, start: Span) -> Option<Diagnostic> {
    let of = cursor.next_ident()?;
    let message = format!("`as {of}` is a cast of Rust, and no operand");
    let range = with_operand(cursor, before, start);
    Some(Diagnostic::new(range, message).help(OF_RUST))
}

/// Refuses operands of an operation in brackets or braces, `coalesce[Tile]`: without them the operation would be the name of a layout.
fn reject_other_brackets(name: &str, cursor: &mut Cursor) -> Result<(), Diagnostic> {
    let in_brackets = cursor.at_group(Delimiter::Bracket)
        && !cursor.at_groups(Delimiter::Bracket, Delimiter::Parenthesis);
    let in_braces = cursor.at_group(Delimiter::Brace) && !cursor.at_empty(Delimiter::Brace);
    if !in_brackets && !in_braces || operations::find(name).is_none() {
        return Ok(());
    }
    let Some(TokenTree::Group(group)) = cursor.peek() else { return Ok(()) };
    let message = format!("the operands of `{name}` stand in parentheses");
    let written = format!("({})", spelled(&group.stream()));
    Err(Diagnostic::new(group.span(), message).write(written, ""))
}

/// The error of a word that begins a statement of another language, in front of another word.
fn of_statement(before: &Expr, next: &Ident) -> Option<Diagnostic> {
    let ExprKind::Name(name) = &before.kind else { return None };
    if !keyword::is_statement(&name.text) {
        return None;
    }
    let (text, range) = match next == "namespace" {
        true => (format!("{} {next}", name.text), before.range.to(next.span().into())),
        false => (name.text.clone(), before.range),
    };
    let message = format!("`{text}` begins a statement of another language, and no operand");
    Some(Diagnostic::new(range, message))
}

/// The error of a tuple behind another one, `(4,8)(8,1)`: all of it is underlined, as strides that have no `:` in front.
fn strides_behind(before: &Expr, group: &Group, expected: &str) -> Option<Diagnostic> {
    let is_shape = matches!(before.kind, ExprKind::Tuple(_));
    if !is_shape || group.delimiter() != Delimiter::Parenthesis {
        return None;
    }
    let text = spelled(&TokenStream::from(TokenTree::from(group.clone())));
    let message = format!("expected {expected}, found `{}`", brief(&text));
    let reason = "the strides of a shape stand behind `:`";
    Some(Diagnostic::new(group.span(), message).write(format!(":{text}"), reason))
}

/// The way out of an expression of Rust.
const OF_RUST: &str = "a constant of Rust stands in braces, as `{ size_of::<u32>() }`; what is computed at run time, in a variable";

/// The error of a token with which an expression of Rust goes on, where the language has none.
fn of_rust(diagnostic: Diagnostic, token: Option<TokenTree>) -> Diagnostic {
    let goes_on = match &token {
        Some(TokenTree::Ident(ident)) => ident == "as",
        Some(TokenTree::Punct(punct)) => {
            matches!(punct.as_char(), '.' | '<' | '>' | '&' | '|')
        }
        _ => false,
    };
    if goes_on { diagnostic.help(OF_RUST) } else { diagnostic }
}

/// The error of a path with types in `<…>`, after the path: all of it is Rust's.
pub(super) fn generic(cursor: &mut Cursor, path: &str, start: Span) -> Diagnostic {
    let mut types = TokenStream::new();
    while !(cursor.is_done() || cursor.at_punct(',') || cursor.at_punct(';')) {
        types.extend(cursor.next());
    }
    let text = format!("{path}::{}", spelled(&types));
    let message = format!("`{}` is an expression of Rust, and no operand", brief(&text));
    Diagnostic::new(cursor.since(start), message).help(OF_RUST)
}

/// Returns whether a mode has a name.
fn is_labelled(mode: &Expr) -> bool {
    matches!(mode.kind, ExprKind::Labelled(..))
}
