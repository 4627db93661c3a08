import os
import stat
import tempfile
import unittest

from scratch import Root


class ClearedRoot(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        os.chmod(self.folder, 0o777)
        self.root = Root(self.folder)

    def tearDown(self):
        os.chmod(self.folder, 0o700)
        os.rmdir(self.folder)

    def test_what_a_candidate_of_our_own_user_did_to_the_folder_itself_is_undone(self):
        before = os.stat(self.folder)
        os.mkdir(os.path.join(self.folder, "left"))
        os.utime(self.folder, ns=(123, 123))
        os.chmod(self.folder, 0o555)
        self.assertTrue(self.root.clear())
        after = os.stat(self.folder)
        self.assertEqual(os.listdir(self.folder), [])
        self.assertEqual(stat.S_IMODE(after.st_mode), 0o777)
        self.assertEqual((after.st_mtime_ns, after.st_atime_ns), (before.st_mtime_ns, before.st_atime_ns))

    def test_a_folder_that_is_gone_is_not_clean(self):
        os.rmdir(self.folder)
        self.assertFalse(self.root.clear())
        os.mkdir(self.folder)
