# Keeps ExifTool loaded: reads a JSON request a line and writes a JSON answer a line.
#
# It calls ExifTool's own library instead of driving "exiftool -stay_open". There, requests are lines of options, and a
# line break in a tag or a value is one more option, such as -if, which runs Perl. Here there are no options at all.
use strict;
use warnings;
use Encode ();
use JSON::PP ();

# A file of this name in the folders of a task would be run as Perl.
BEGIN { $Image::ExifTool::configFile = '' }
use Image::ExifTool ();
use Image::ExifTool::PDF ();
use Image::ExifTool::XMP ();

use constant { LONGEST_VALUE => 100_000, LONGEST_ANSWER => 700_000 };

my %actions = (read => \&read_tags, write => \&write_tags);
my $json = JSON::PP->new->utf8->canonical;
$| = 1;
say_json({ status => 'ready' });
while (my $line = <STDIN>) {
	my $answer = eval {
		my $request = $json->decode($line);
		$actions{ $request->{action} }->($request);
	};
	say_json($answer // { status => 'failed', detail => substr("$@", 0, 2000) });
}

sub say_json {
	my ($answer) = @_;
	print $json->encode({ %$answer, memory => memory() }), "\n";
}

# Bytes of resident memory; the second number of statm counts pages.
sub memory {
	open(my $file, '<', '/proc/self/statm') or return 0;
	my (undef, $pages) = split ' ', <$file>;
	return $pages * 4096;
}

sub read_tags {
	my ($request) = @_;
	my $tool = tool();
	$tool->Options(Duplicates => 1);
	my $found = $tool->ImageInfo($request->{input});
	# It may be a decrypted copy.
	$found->{FileSize} &&= Image::ExifTool::ConvertFileSize($request->{size});
	my @tags;
	my $length = 0;
	for my $key ($tool->GetFoundTags('File')) {
		my $value = $found->{$key};
		# Binary data.
		next if not defined $value or ref $value;
		$value = text($value);
		$length += length $value;
		last if $length > LONGEST_ANSWER;
		my @groups = map { lc $tool->GetGroup($key, $_) } 0, 1;
		my $name = Image::ExifTool::GetTagName($key);
		# Of several tags with a name, the one that counts has the bare name as its key.
		push @tags, { name => $name, groups => \@groups, value => $value, first => $key eq $name ? JSON::PP::true : JSON::PP::false };
	}
	return { status => 'done', facts => { tags => \@tags } };
}

sub write_tags {
	my ($request) = @_;
	my ($input, $output) = @$request{qw(input output)};
	my $tool = tool();
	# IPTC texts are Latin letters unless the file says otherwise, which then must hold for those already there.
	if ($request->{iptc}) {
		$tool->SetNewValuesFromFile($input, 'IPTC:All');
		$tool->SetNewValue('IPTC:CodedCharacterSet', 'UTF8', Protected => 1);
	}
	my @refused;
	for my $entry (@{ $request->{entries} }) {
		my ($written, $reason);
		for my $place (@{ $entry->{tags} }) {
			my $error = set_tag($tool, $place->{tag}, $place->{values});
			$written = 1 unless $error;
			# A place that knows the property says more than one that does not.
			$reason = $error if $error and (not $reason or $error eq 'value');
		}
		push @refused, { key => $entry->{key}, reason => $reason } unless $written;
	}
	return { status => 'done', facts => { refused => \@refused } } if @refused;

	my $result = $tool->WriteInfo($input, $output);
	my $error = $tool->GetValue('Error');
	return { status => 'refused', detail => text($error // 'nothing written') } unless $result;
	my $warning = $tool->GetValue('Warning');
	undef $warning if defined $warning and $warning =~ /^\[minor\]/i;
	return { status => 'done', facts => { defined $warning ? (warning => text($warning)) : () } };
}

# Sets all values of a tag, or removes it; answers why it cannot, or nothing.
sub set_tag {
	my ($tool, $tag, $values) = @_;
	my ($name) = $tag =~ /([^:]+)$/;
	# ExifTool's own commands look like tags: they rename files, link them, or read others.
	return 'unknown' if lc $name eq 'all' or grep { lc $_ eq lc $name } keys %Image::ExifTool::Extra;
	my @bytes = map { Encode::encode_utf8($_) } @$values;
	my ($count, $error) = $tool->SetNewValue($tag, @bytes > 1 ? \@bytes : $bytes[0]);
	return undef if $count and not $error;
	return $error && $error =~ /doesn't exist|not defined|unsafe/ ? 'unknown' : 'value';
}

sub tool {
	my $tool = Image::ExifTool->new;
	$tool->Options(LargeFileSupport => 1);
	return $tool;
}

sub text {
	my ($bytes) = @_;
	my $text = Encode::decode('UTF-8', $bytes, Encode::FB_DEFAULT);
	return length $text > LONGEST_VALUE ? substr($text, 0, LONGEST_VALUE) : $text;
}
